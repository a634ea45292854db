// A model server that only says that it is one: the engine's command line without an engine, faults by --model.
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';

const flag = (name) => process.argv[process.argv.indexOf(name) + 1];
const model = flag('--model');

if (process.env.YARDSTICK_WORKER_TOKEN !== undefined) {
  console.error('the token of the worker reached a child');
  process.exit(9);
}
if (model === 'daemon') {
  const daemon = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' });
  console.error(`daemon ${daemon.pid}`);
}
for (let i = 1; i <= 60; i += 1) console.error(`loading weights ${i}`);
if (model === 'dies-early') {
  console.error('CUDA out of memory');
  process.exit(3);
}
if (model === 'stubborn') for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);

const gpu = {
  index: 0,
  uuid: 'SIM-0',
  gpu_util_pct: 80,
  memory_used_mb: 1000,
  memory_total_mb: 80000,
  power_w: 500,
  power_limit_w: 700,
  temperature_c: 60,
  sm_clock_mhz: 1900,
};
const answers = {
  '/health': () => [model === 'never-ready' ? 503 : 200, ''],
  '/v1/models': (request) =>
    process.env.ENGINE_KEY !== undefined &&
    request.headers.authorization !== `Bearer ${process.env.ENGINE_KEY}`
      ? [401, '']
      : [200, JSON.stringify({ data: [{ id: 'fake' }] })],
  '/metrics': () => [
    200,
    'vllm:num_requests_running{m="x"} 4\nvllm:num_requests_waiting{m="x"} 1\nvllm:kv_cache_usage_perc{m="x"} 0.25\n',
  ],
  '/sim/telemetry': () => [200, JSON.stringify({ simulated: true, gpus: [gpu] })],
};
const server = createServer((request, response) => {
  const [status, body] = answers[request.url]?.(request) ?? [404, ''];
  response.writeHead(status).end(body);
});
const port = process.argv.includes('--port') ? Number(flag('--port')) : 0;
server.listen(port, '127.0.0.1', () => {
  console.log(JSON.stringify({ event: 'listening', port: server.address().port }));
});
setTimeout(() => process.exit(0), 60_000).unref();
