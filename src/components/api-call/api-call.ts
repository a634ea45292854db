import type { RpcContract, ViewContract } from '#contract/define.ts';
import type { z } from 'zod';
import { viewRequest, type ViewQuery } from '#src/api/view-query.ts';

/** One call of the API, as a program would make it. `path` is below the API's address. */
export interface ApiCall {
  /** What it answers: "Deployments of this model". */
  readonly label: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** The read of a view behind what a page shows. */
export function viewCall<Row extends z.ZodObject>(
  view: ViewContract<Row>,
  query: ViewQuery<z.output<Row>>,
  label: string = view.name,
): ApiCall {
  const { search, headers } = viewRequest(query);
  return { label, method: 'GET', path: `/${view.name}${search}`, headers, body: null };
}

/** The call of a procedure. */
export function rpcCall<Params extends z.ZodObject>(
  rpc: Pick<RpcContract<Params, z.ZodType>, 'name'>,
  args: z.input<Params>,
  label: string = rpc.name,
): ApiCall {
  return { label, method: 'POST', path: `/rpc/${rpc.name}`, headers: {}, body: args };
}

export const CALL_LANGUAGES = ['curl', 'TypeScript', 'Python'] as const;
export type CallLanguage = (typeof CALL_LANGUAGES)[number];

/** A text in single quotes for a POSIX shell. */
const shellQuoted = (text: string): string => `'${text.replace(/'/g, `'\\''`)}'`;

/** Lines that make the call. The token comes from the environment: a snippet never holds one. */
export function callSnippet(call: ApiCall, language: CallLanguage, apiBase: string): string {
  const url = `${apiBase}${call.path}`;
  const headers = Object.entries(call.headers);
  const json = JSON.stringify(call.body, null, 2);
  switch (language) {
    case 'curl':
      return [
        `curl ${shellQuoted(url)}`,
        `-H "Authorization: Bearer $YARDSTICK_TOKEN"`,
        ...headers.map(([name, value]) => `-H ${shellQuoted(`${name}: ${value}`)}`),
        ...(call.body === null ? [] : [`-H 'Content-Type: application/json'`, `-d ${shellQuoted(json)}`]),
      ].join(' \\\n  ');
    case 'TypeScript':
      return [
        `const response = await fetch(${JSON.stringify(url)}, {`,
        ...(call.method === 'GET' ? [] : [`  method: '${call.method}',`]),
        '  headers: {',
        '    Authorization: `Bearer ${process.env.YARDSTICK_TOKEN}`,',
        ...headers.map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},`),
        ...(call.body === null ? [] : [`    'Content-Type': 'application/json',`]),
        '  },',
        ...(call.body === null ? [] : [`  body: JSON.stringify(${json.replace(/\n/g, '\n  ')}),`]),
        '});',
        'if (!response.ok) throw new Error(await response.text());',
        'const answer = await response.json();',
      ].join('\n');
    case 'Python':
      return [
        'import json, os, urllib.request',
        '',
        'request = urllib.request.Request(',
        `    ${JSON.stringify(url)},`,
        ...(call.body === null
          ? []
          : [
              // A JSON text is a text of Python too, whatever quotes it holds.
              `    data=${JSON.stringify(JSON.stringify(call.body))}.encode(),`,
            ]),
        '    headers={',
        `        "Authorization": "Bearer " + os.environ["YARDSTICK_TOKEN"],`,
        ...headers.map(([name, value]) => `        ${JSON.stringify(name)}: ${JSON.stringify(value)},`),
        ...(call.body === null ? [] : ['        "Content-Type": "application/json",']),
        '    },',
        ')',
        'with urllib.request.urlopen(request) as response:',
        '    answer = json.load(response)',
      ].join('\n');
  }
}
