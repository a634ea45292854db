import { SendHorizontal } from 'lucide-react';
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { ErrorState } from '#src/components/ui/error-state.tsx';
import { Textarea } from '#src/components/ui/input.tsx';
import { Kbd } from '#src/components/ui/kbd.tsx';
import { lazyPart } from '#src/components/ui/lazy-part.ts';
import { Panel } from '#src/components/ui/panel.tsx';
import { Said } from './chat-said.tsx';
import type { ChatTurn } from './chat-turns.ts';
import type { Asked } from './sizer-search.ts';

const ChatTurns = lazyPart(
  () => import('./chat-turn.tsx'),
  (part) => part.ChatTurns,
);

const EXAMPLES = [
  'Llama 3.1 70B in fp8 for 64 concurrent users, 2k in and 500 out',
  'We have $600k for DeepSeek R1: 128 concurrent, 1024 in, 1024 out',
  'Our 500 peak users each want 30 tok/s on Qwen3 235B',
];

interface ChatPanelProps {
  turns: readonly ChatTurn[];
  asked: Asked;
  /** The message that waits for its answer. */
  waiting: string | null;
  /** The last message, where it was not answered. */
  failure: { message: string; error: unknown } | null;
  /** Answers whether it was answered. */
  onSend: (message: string) => Promise<boolean>;
  onAsked: (asked: Asked) => void;
  onForget: () => void;
  /** Where the answer stands, for windows where it is not beside. */
  onShowAnswer: () => void;
}

/** The same form in words: what is said changes it, each change can be taken back. */
export function ChatPanel(props: ChatPanelProps) {
  const { turns, asked, waiting, failure, onSend, onAsked, onForget, onShowAnswer } = props;
  const [text, setText] = useState('');
  const log = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  const toEnd = useCallback(() => {
    log.current?.scrollTo({ top: log.current.scrollHeight });
  }, []);
  useEffect(toEnd, [toEnd, waiting, failure]);
  const send = async (message: string) => {
    if (message === '' || waiting !== null) return;
    void ChatTurns.ahead();
    // What was pressed may be gone by now.
    box.current?.focus();
    // What else was typed meanwhile stays; what was not answered comes back where nothing was.
    setText((now) => (now.trim() === message ? '' : now));
    if (!(await onSend(message))) setText((now) => (now === '' ? message : now));
  };
  return (
    <Panel
      title="Say it"
      note="the form follows"
      actions={
        turns.length > 0 && (
          <Button
            variant="quiet"
            onClick={() => {
              onForget();
              box.current?.focus();
            }}
          >
            New conversation
          </Button>
        )
      }
      className="flex flex-col lg:sticky lg:top-14 lg:max-h-[calc(100dvh-4.5rem)]"
    >
      <div
        ref={log}
        role="log"
        aria-label="Conversation"
        tabIndex={0}
        className="grid max-h-[60dvh] min-h-40 flex-1 content-start gap-4 overflow-y-auto p-3 -outline-offset-2! lg:max-h-none"
      >
        {turns.length === 0 && waiting === null && (
          <div className="grid justify-items-start gap-2 text-sm text-ink-2">
            <p>Say what you want to serve and what it must keep. For instance:</p>
            {EXAMPLES.map((example) => (
              <button
                key={example}
                type="button"
                className="min-h-7 rounded border border-line px-2 py-1 text-left text-sm text-accent hover:bg-raised"
                onClick={() => void send(example)}
              >
                {example}
              </button>
            ))}
          </div>
        )}
        {turns.length > 0 && (
          <Suspense>
            <ChatTurns
              turns={turns}
              asked={asked}
              onAsked={onAsked}
              onGrown={toEnd}
              onShowAnswer={onShowAnswer}
            />
          </Suspense>
        )}
        {waiting !== null && (
          <div className="grid gap-2">
            <Said text={waiting} />
            <p role="status" className="text-sm text-ink-3 animate-wait">
              Reading and sizing …
            </p>
          </div>
        )}
        {failure !== null && (
          <div className="grid gap-2">
            <Said text={failure.message} />
            <ErrorState
              error={failure.error}
              title="The message was not answered"
              onRetry={() => void send(failure.message)}
            />
          </div>
        )}
      </div>
      <form
        className="grid gap-1.5 border-t border-line p-3"
        onSubmit={(event) => {
          event.preventDefault();
          void send(text.trim());
        }}
      >
        <Textarea
          ref={box}
          aria-label="Message"
          rows={2}
          className="min-h-14!"
          placeholder={
            turns.length === 0 ? 'What do you want to serve?' : 'Change something, or ask about the answer'
          }
          value={text}
          maxLength={8000}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') {
              event.preventDefault();
              event.currentTarget.blur();
            }
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            void send(text.trim());
          }}
        />
        <div className="flex items-center gap-2">
          <span className="flex-1 text-xs text-ink-3">
            <Kbd>Enter</Kbd> sends, <Kbd>Shift Enter</Kbd> breaks, <Kbd>Esc</Kbd> leaves
          </span>
          <Button type="submit" variant="primary" busy={waiting !== null} disabled={text.trim() === ''}>
            <SendHorizontal aria-hidden />
            Send
          </Button>
        </div>
      </form>
    </Panel>
  );
}
