import net from 'node:net';
import { monotonicMs } from '#worker/bench/clock.ts';

/**
 * The engine that bench-loadgen measures against: continuous batching with all sequences in one burst per step, and a
 * stamp of the shared monotonic clock for every event that it writes. Started as a child process; prints its port.
 * POST /v1/completions streams; GET /stamps answers `{id: [received, event, event, …]}` for the ids under `?prefix=`.
 */
const TTFT_MS = 50;
const STEP_MS = 20;
/** As long as vLLM's events. */
const EVENT_BYTES = 228;

interface Sequence {
  readonly socket: net.Socket;
  readonly promptTokens: number;
  readonly outputTokens: number;
  readonly stamps: number[];
  readonly firstAt: number;
  sent: number;
}

const running = new Set<Sequence>();
const stampsById = new Map<string, number[]>();

const framed = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;

function eventOf(sequence: Sequence): string {
  const isLast = sequence.sent === sequence.outputTokens;
  const usage = {
    prompt_tokens: sequence.promptTokens,
    completion_tokens: sequence.sent,
    total_tokens: sequence.promptTokens + sequence.sent,
  };
  const event = {
    id: 'cmpl-0',
    object: 'text_completion',
    choices: [{ index: 0, text: ' token', logprobs: null, finish_reason: isLast ? 'length' : null }],
    usage,
    pad: '',
  };
  const text = JSON.stringify(event);
  event.pad = 'x'.repeat(Math.max(0, EVENT_BYTES - text.length - 8));
  const data = framed(`data: ${JSON.stringify(event)}\n\n`);
  return isLast ? `${data}${framed('data: [DONE]\n\n')}0\r\n\r\n` : data;
}

function step(): void {
  const now = monotonicMs();
  for (const sequence of running) {
    if (sequence.firstAt > now) continue;
    sequence.sent++;
    const text = eventOf(sequence);
    sequence.stamps.push(monotonicMs());
    sequence.socket.write(text, 'latin1');
    if (sequence.sent === sequence.outputTokens) running.delete(sequence);
  }
}

function answer(socket: net.Socket, head: string, body: string): void {
  const path = head.split(' ')[1] ?? '';
  if (path.startsWith('/stamps')) {
    const prefix = path.split('prefix=')[1] ?? '';
    const text = JSON.stringify(Object.fromEntries([...stampsById].filter(([id]) => id.startsWith(prefix))));
    socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${text.length}\r\n\r\n${text}`);
    return;
  }
  if (!path.endsWith('/v1/completions')) {
    socket.write('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n');
    return;
  }
  const receivedAt = monotonicMs();
  const { prompt, max_tokens } = JSON.parse(body) as { prompt: string; max_tokens: number };
  const stamps = [receivedAt];
  stampsById.set(/^x-request-id: (.*)$/im.exec(head)?.[1]?.trim() ?? '', stamps);
  socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n');
  running.add({
    socket,
    promptTokens: prompt.split(' ').length,
    outputTokens: max_tokens,
    stamps,
    firstAt: receivedAt + TTFT_MS,
    sent: 0,
  });
}

const server = net.createServer({ noDelay: true }, (socket) => {
  let pending = '';
  socket.on('error', () => undefined);
  socket.on('close', () => {
    for (const sequence of running) if (sequence.socket === socket) running.delete(sequence);
  });
  socket.on('data', (data) => {
    pending += data.toString('latin1');
    for (;;) {
      const headEnd = pending.indexOf('\r\n\r\n');
      if (headEnd < 0) return;
      const head = pending.slice(0, headEnd);
      const bodyEnd = headEnd + 4 + Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
      if (pending.length < bodyEnd) return;
      const body = pending.slice(headEnd + 4, bodyEnd);
      pending = pending.slice(bodyEnd);
      answer(socket, head, body);
    }
  });
});

server.listen({ host: '127.0.0.1', port: 0, backlog: 4096 }, () => {
  process.stdout.write(`${(server.address() as net.AddressInfo).port}\n`);
});
setInterval(step, STEP_MS);
// The parent's end closes this stream; a killed parent must not leave an engine behind.
process.stdin.on('close', () => process.exit(0)).resume();
