import { Link } from '@tanstack/react-router';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { buttonStyles } from '#src/components/ui/button.tsx';
import { Panel } from '#src/components/ui/panel.tsx';

/** Three ways to a first figure, for a workspace that has none. */
export function FirstSteps({ mayWrite, hasPublished }: { mayWrite: boolean; hasPublished: boolean }) {
  const { orgId } = useWorkspace();
  return (
    <Panel title="Three ways to a first figure">
      <ol className="grid divide-line max-md:divide-y md:grid-cols-3 md:divide-x">
        <Step title="1. Benchmark what you already run">
          <p>
            Point Yardstick at your own vLLM, SGLang or any OpenAI-compatible server: Servers, Add config,
            Running endpoint. Nothing is launched, nothing changed.
          </p>
          <Link to="/w/$orgId/servers" params={{ orgId }} className={buttonStyles({})}>
            Open servers
          </Link>
        </Step>
        <Step title="2. Try it without a GPU">
          <p>
            The simulated engine behaves like a server and needs no hardware. Its figures are marked
            simulated, and rankings leave them out.
          </p>
          {mayWrite ? (
            <Link to="/w/$orgId/submit" params={{ orgId }} className={buttonStyles({})}>
              Submit a benchmark
            </Link>
          ) : (
            <p className="text-ink-3">Submitting needs the role engineer.</p>
          )}
        </Step>
        <Step title="3. Look at what others published">
          <p>
            Figures from public sources with their citations: rank them, set them beside each other, and size
            hardware from them.
          </p>
          {hasPublished && (
            <Link to="/w/$orgId/leaderboard" params={{ orgId }} className={buttonStyles({})}>
              Open the leaderboard
            </Link>
          )}
        </Step>
      </ol>
    </Panel>
  );
}

function Step({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <li className="grid content-start justify-items-start gap-2 p-3 text-sm text-ink-2">
      <h3 className="text-sm font-medium text-ink">{title}</h3>
      {children}
    </li>
  );
}
