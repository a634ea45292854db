import { clsx } from 'clsx';
import { Circle, CircleCheck, CircleHelp, CircleX, TriangleAlert, type LucideIcon } from 'lucide-react';
import { Suspense } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { lazyPart } from '#src/components/ui/lazy-part.ts';
import { Panel } from '#src/components/ui/panel.tsx';
import type { Check, Fix } from './check.ts';
import type { MemoryFit } from './memory-fit.ts';

/** Drawn once a model and a server are chosen. */
const MemoryBar = lazyPart(
  () => import('./memory-bar.tsx'),
  (part) => part.MemoryBar,
);

const LOOKS: Record<Check['level'], { icon: LucideIcon; tone: string; word: string }> = {
  block: { icon: CircleX, tone: 'text-bad', word: 'Stops the job' },
  warn: { icon: TriangleAlert, tone: 'text-warn', word: 'Warning' },
  ok: { icon: CircleCheck, tone: 'text-good', word: 'Good' },
  open: { icon: Circle, tone: 'text-ink-3', word: 'Waits for a choice' },
  unknown: { icon: CircleHelp, tone: 'text-ink-3', word: 'Not checked' },
  looking: { icon: Circle, tone: 'text-ink-3', word: 'Not checked yet' },
};

interface PreflightPanelProps {
  checks: readonly Check[];
  memory: MemoryFit | null;
  onFix: (fix: Fix) => void;
}

/** What the server will say, before it is asked: what stops the job, what to know, what is fine. */
export function PreflightPanel({ checks, memory, onFix }: PreflightPanelProps) {
  return (
    <Panel title="Before it is sent" note={summary(checks)}>
      <ul className="divide-y divide-line">
        {checks.map((check) => {
          const { icon: Icon, tone, word } = LOOKS[check.level];
          return (
            <li key={check.id} className="grid grid-cols-[16px_minmax(0,1fr)] gap-x-2 px-3 py-2 text-sm">
              <Icon aria-hidden className={clsx('mt-0.5 size-4', tone)} />
              <div className="grid min-w-0 grid-cols-1 gap-1.5">
                {/* As high as what it will say: two lines of memory and of work. */}
                <p
                  className={clsx(check.level === 'looking' && /memory|work/.test(check.id) && 'min-h-[2lh]')}
                >
                  <span className="sr-only">{word}: </span>
                  <span className="font-medium">{check.title}</span>{' '}
                  <span className={check.level === 'block' ? 'text-bad' : 'text-ink-2'}>{check.text}</span>
                </p>
                {check.id === 'memory' && memory !== null && (
                  // As high as the bar and its one line.
                  <Suspense fallback={<div className="h-9.5" />}>
                    <MemoryBar fit={memory} />
                  </Suspense>
                )}
                {check.fixes !== undefined && check.fixes.length > 0 && (
                  <div
                    className="flex flex-wrap gap-1.5"
                    role="group"
                    aria-label={`Ways out: ${check.title}`}
                  >
                    {check.fixes.map((fix) => (
                      <Button
                        key={fix.label}
                        className="text-left whitespace-normal!"
                        onClick={() => onFix(fix)}
                      >
                        {fix.label}
                      </Button>
                    ))}
                  </div>
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

function summary(checks: readonly Check[]): string {
  const count = (level: Check['level']) => checks.filter((check) => check.level === level).length;
  const blocks = count('block');
  if (blocks > 0) return blocks === 1 ? 'one thing stops it' : `${blocks} things stop it`;
  if (count('looking') > 0) return 'looking…';
  const open = count('open');
  if (open > 0) return `${open} of ${checks.length} wait for a choice`;
  const warnings = count('warn');
  if (warnings > 0) return warnings === 1 ? 'one warning' : `${warnings} warnings`;
  const unknown = count('unknown');
  return unknown > 0 ? `${unknown} not checked` : 'nothing stands against it';
}
