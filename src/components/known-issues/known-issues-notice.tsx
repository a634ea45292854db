import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { clearKnownIssue } from '#contract/rpc/known-issues.ts';
import { api } from '#src/api/api.ts';
import { KNOWN_ISSUES_KEY, knownIssuesQuery } from '#src/api/known-issues.ts';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { Button } from '#src/components/ui/button.tsx';
import { ErrorState, Unread } from '#src/components/ui/error-state.tsx';
import { RelativeTime } from '#src/components/ui/relative-time.tsx';

/** What is known to be wrong with the figures of a job; nothing where nothing is. */
export function KnownIssuesNotice({ orgId, jobId }: { orgId: string; jobId: number }) {
  const { mayWrite } = useWorkspace();
  const client = useQueryClient();
  const read = useQuery(knownIssuesQuery([orgId]));
  const issues = read.data?.get(jobId) ?? [];
  const clear = useMutation({
    mutationFn: (id: string) => api().callRpc(clearKnownIssue, { p_known_issue_id: id }),
    onSettled: () => client.invalidateQueries({ queryKey: KNOWN_ISSUES_KEY }),
  });
  if (issues.length === 0) return <Unread query={read} what="Known issues of these figures" />;
  return (
    <section
      aria-label="Known issues"
      className="grid gap-1.5 rounded border border-warn bg-warn-soft px-3 py-2.5 text-sm"
    >
      <h2 className="flex items-center gap-2 text-warn">
        <CircleAlert aria-hidden className="size-4 shrink-0" />
        Known {issues.length === 1 ? 'issue' : 'issues'} with these figures
      </h2>
      <ul className="grid gap-1.5 pl-6">
        {issues.map((issue) => (
          <li key={issue.known_issue_id} className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
            <span className="min-w-0 break-words">{issue.issue_text}</span>
            {issue.issue_url !== null && (
              <a href={issue.issue_url} target="_blank" rel="noreferrer" className="break-all">
                {issue.issue_url}
              </a>
            )}
            <span className="text-xs text-ink-2">
              {issue.created_by_name !== null && `${issue.created_by_name}, `}
              <RelativeTime at={issue.created_at} />
            </span>
            {mayWrite && (
              <Button
                variant="quiet"
                aria-label={`Take back: ${issue.issue_text}`}
                busy={clear.isPending && clear.variables === issue.known_issue_id}
                onClick={() => clear.mutate(issue.known_issue_id)}
              >
                Take back
              </Button>
            )}
          </li>
        ))}
      </ul>
      {clear.isError && <ErrorState error={clear.error} title="It was not taken back" />}
    </section>
  );
}
