import { shellQuote } from '#src/api/curl-command.ts';
import type { ApiCall } from './api-call.ts';

export const CALL_LANGUAGES = ['curl', 'TypeScript', 'Python', 'JSON body'] as const;
export type CallLanguage = (typeof CALL_LANGUAGES)[number];

/** Lines that make the call. The token comes from the environment: a snippet never holds one. */
export function callSnippet(call: ApiCall, language: CallLanguage, apiBase: string): string {
  const url = `${apiBase}${call.path}`;
  const headers = Object.entries(call.headers);
  const json = JSON.stringify(call.body, null, 2);
  switch (language) {
    case 'curl':
      return [
        `curl ${shellQuote(url)}`,
        `-H "Authorization: Bearer $YARDSTICK_TOKEN"`,
        ...headers.map(([name, value]) => `-H ${shellQuote(`${name}: ${value}`)}`),
        ...(call.body === null ? [] : [`-H 'Content-Type: application/json'`, `-d ${shellQuote(json)}`]),
      ].join(' \\\n  ');
    case 'JSON body':
      return json;
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
