import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { serverBuildQuery } from '#src/api/server-build.ts';
import { Button } from '#src/components/ui/button.tsx';
import { Bar } from './bar.tsx';

/** Offers to reload once the server is another build than the one this page came with. */
export function VersionBar() {
  const { data } = useQuery(serverBuildQuery);
  const [first, setFirst] = useState<string | null>(null);
  const [putAside, setPutAside] = useState<string | null>(null);
  if (data === undefined) return null;
  // The first answer came with the page.
  if (first === null) setFirst(data.build);
  const isNew = !data.servesThisPage || (first !== null && first !== data.build);
  if (!isNew || putAside === data.build) return null;
  return (
    <Bar
      icon={<RefreshCw aria-hidden />}
      actions={
        <>
          <Button onClick={() => setPutAside(data.build)}>Later</Button>
          <Button variant="primary" onClick={() => window.location.reload()}>
            Reload
          </Button>
        </>
      }
    >
      The server has a new version of this page. Reload when it suits you: the address keeps the view.
    </Bar>
  );
}
