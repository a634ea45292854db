import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { runBenchLlm } from './bench/llm/run.ts';
import { benchLlmSpecSchema } from '#contract/worker/bench-llm-spec.ts';
const engine = spawn(process.execPath, ['--import','tsx','worker/engine/main.ts','--port','0','--model','llama-3.1-8b','--quantization','fp8','--max-model-len','8192'], {stdio:['pipe','pipe','inherit'], timeout: 100000});
const [line] = await once(engine.stdout, 'data');
const base_url = JSON.parse(String(line)).base_url;
const hogs = Array.from({length: Number(process.argv[2] ?? 0)}, () => spawn(process.execPath, ['-e', 'const t=Date.now();while(Date.now()-t<90000);'], {stdio:'ignore'}));
for (const [c, n, ol] of [[8, 64, 64],[16,128,128],[64,512,128]] as const) {
  (globalThis as any).T = [];
  const r = await runBenchLlm(benchLlmSpecSchema.parse({schema_version:1, base_url, concurrency:c, num_requests:n, input_len:256, output_len:ol, seed:1}), {apiKey:null, proxy:{httpProxy:null,httpsProxy:null,noProxy:null}, signal:new AbortController().signal});
  const T = (globalThis as any).T as number[][];
  T.sort((a,b)=>b[0]!-a[0]!);
  console.log(c, n, 'late p50', r.self_check.send_late_p50_ms?.toFixed(2), 'p99', r.self_check.send_late_p99_ms?.toFixed(2), 'loop', r.self_check.loop_delay_p99_ms, r.self_check.reasons);
  console.log('  worst [late, read->ended, ended, ->pump, in pump]', T.slice(0,4).map(t=>t.map(x=>x.toFixed(2)).join('/')).join('  '));
  console.log('  mean', [0,1,2,3,4].map(i=>(T.reduce((s,t)=>s+t[i]!,0)/T.length).toFixed(3)).join('/'));
}
engine.kill('SIGKILL'); hogs.forEach(h=>h.kill('SIGKILL'));
