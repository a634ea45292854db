import type { SolveRequest } from '#contract/sizer/solve-request.ts';
import { curlCommand } from '#src/api/curl-command.ts';

export const CALL_LANGUAGES = ['curl', 'TypeScript', 'Python'] as const;
export type CallLanguage = (typeof CALL_LANGUAGES)[number];

/** The call that gives the answer on the page, whole; the token stays in the environment. `apiBase` without a slash at its end. */
export function solveCall(language: CallLanguage, apiBase: string, request: SolveRequest): string {
  const url = `${apiBase}/sizer/solve`;
  const body = JSON.stringify(request, null, 2);
  if (language === 'curl') return curlCommand(url, request);
  if (language === 'TypeScript')
    return `const response = await fetch('${url}', {
  method: 'POST',
  headers: {
    Authorization: \`Bearer \${process.env.YARDSTICK_TOKEN}\`,
    'Content-Type': 'application/json',
  },
  body: JSON.stringify(${body.replaceAll('\n', '\n  ')}),
});
const answer = await response.json();
if (!response.ok) throw new Error(\`\${answer.code}: \${answer.message}\`);
console.log(answer.primary_recommendation);`;
  return `import json, os, urllib.request

request = urllib.request.Request(
    "${url}",
    data=json.dumps(${pythonValue(request, 1)}).encode(),
    headers={
        "Authorization": f"Bearer {os.environ['YARDSTICK_TOKEN']}",
        "Content-Type": "application/json",
    },
)
with urllib.request.urlopen(request) as response:
    answer = json.load(response)
print(answer["primary_recommendation"])`;
}

/** A JSON value as a Python literal. */
export function pythonValue(value: unknown, depth = 0): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map((one) => pythonValue(one, depth)).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  const indent = '    '.repeat(depth + 1);
  const lines = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .map(([key, one]) => `${indent}${JSON.stringify(key)}: ${pythonValue(one, depth + 1)},\n`);
  return lines.length === 0 ? '{}' : `{\n${lines.join('')}${'    '.repeat(depth)}}`;
}
