import { Check, Undo2 } from 'lucide-react';
import { useEffect } from 'react';
import { Badge } from '#src/components/ui/badge.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { counted } from '#src/components/ui/counted.ts';
import { Said } from './chat-said.tsx';
import type { ChatTurn } from './chat-turns.ts';
import type { Asked } from './sizer-search.ts';
import { turnLines, turnState, withoutTurn } from './turn-diff.ts';

interface ChatTurnsProps extends Omit<ChatTurnViewProps, 'turn'> {
  turns: readonly ChatTurn[];
  /** Called once they are there, and with each one more. */
  onGrown: () => void;
}

/** The turns of a conversation, the latest last. */
export function ChatTurns({ turns, onGrown, ...props }: ChatTurnsProps) {
  useEffect(onGrown, [onGrown, turns.length]);
  return turns.map((turn) => <ChatTurnView key={turn.id} turn={turn} {...props} />);
}

interface ChatTurnViewProps {
  turn: ChatTurn;
  asked: Asked;
  onAsked: (asked: Asked) => void;
  onShowAnswer: () => void;
}

const STATE_WORDS = {
  held: 'accepted',
  undone: 'undone',
  partly: 'changed since',
  none: '',
} as const;

/** One turn: what was said, what was answered, and what it changed in the form as a diff. */
function ChatTurnView({ turn, asked, onAsked, onShowAnswer }: ChatTurnViewProps) {
  const lines = turnLines(turn);
  const state = turnState(asked, turn);
  const isUndone = state === 'undone';
  return (
    <article className="grid gap-2">
      <Said text={turn.message} />
      <div className="grid justify-items-start gap-2">
        {turn.status === 'failed' && (
          <Badge tone="warn">{turn.errorCode === null ? 'not possible' : turn.errorCode}</Badge>
        )}
        {turn.status === 'needs_clarification' && <Badge>asks</Badge>}
        <p className="max-w-full text-sm break-words whitespace-pre-wrap">
          <span className="sr-only">Sizer: </span>
          {turn.answer}
        </p>
        {lines.length > 0 && (
          <div className="w-full rounded border border-line">
            <div className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-line px-2 py-1">
              <h3 className="text-xs font-medium">{counted(lines.length, 'change')} of the form</h3>
              <span className="text-xs text-ink-3">{STATE_WORDS[state]}</span>
              {/* One button, which keeps the focus as it turns. */}
              <Button
                variant="quiet"
                className="ml-auto min-h-6!"
                onClick={() => onAsked(withoutTurn(asked, turn, isUndone))}
              >
                {isUndone ? <Check aria-hidden /> : <Undo2 aria-hidden />}
                {isUndone ? 'Accept' : 'Undo'}
              </Button>
            </div>
            <dl className={`grid gap-0.5 px-2 py-1 text-xs ${isUndone ? 'text-ink-3 line-through' : ''}`}>
              {lines.map((line, index) => (
                <div key={index} className="flex flex-wrap gap-x-1.5">
                  <dt className="text-ink-3">{line.label}</dt>
                  <dd>
                    {line.from !== '' && (
                      <>
                        <del className="text-ink-3">{line.from}</del> <span aria-hidden>→</span>{' '}
                      </>
                    )}
                    <ins className="font-medium no-underline">{line.to}</ins>
                  </dd>
                </div>
              ))}
            </dl>
          </div>
        )}
        {turn.left.length > 0 && (
          <p className="text-xs text-ink-2">Not done, as you changed it meanwhile: {turn.left.join('; ')}</p>
        )}
        {turn.assumptions.length > 0 && (
          <More title={counted(turn.assumptions.length, 'assumption')}>
            {turn.assumptions.map((one, index) => (
              <li key={index}>{one}</li>
            ))}
          </More>
        )}
        {turn.steps.length > 0 && (
          <More title={`${counted(turn.steps.length, 'step')} of the agent`}>
            {turn.steps.map((step, index) => (
              <li key={index}>
                <span className="text-ink-3">{step.kind.replace('_', ' ')}</span> {step.title}
                {step.detail !== '' && <span className="text-ink-3">: {step.detail}</span>}
              </li>
            ))}
          </More>
        )}
        {turn.status === 'solved' && (
          <Button variant="quiet" className="min-h-6! px-1! text-accent!" onClick={onShowAnswer}>
            Show the answer
          </Button>
        )}
      </div>
    </article>
  );
}

function More({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <details className="w-full text-xs">
      <summary className="min-h-6 cursor-pointer py-1 text-ink-2">{title}</summary>
      <ol className="grid list-decimal gap-0.5 pb-1 pl-6 break-words">{children}</ol>
    </details>
  );
}
