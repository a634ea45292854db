import type { ApiOperation } from './operation-detail.ts';
import type { Language } from './api-search.ts';

export const LANGUAGE_LABELS: Readonly<Record<Language, string>> = {
  curl: 'curl',
  typescript: 'TypeScript',
  python: 'Python',
};

type Snippet = Pick<
  ApiOperation,
  'id' | 'method' | 'path' | 'isAtRoot' | 'needsToken' | 'parameters' | 'bodyExample' | 'hasColumnFilters'
>;

/** A call of an operation in a language. The token stays in the environment (`YARDSTICK_TOKEN`). */
export function snippet(language: Language, operation: Snippet, apiBase: string): string {
  if (language === 'curl') return curl(operation, apiBase);
  return language === 'typescript' ? typescript(operation, apiBase) : python(operation, apiBase);
}

function curl(operation: Snippet, apiBase: string): string {
  const base = operation.isAtRoot ? new URL(apiBase).origin : apiBase;
  const query = operation.method === 'get' && operation.hasColumnFilters ? '?limit=50' : '';
  const lines = [
    `curl -sS${operation.method === 'get' ? '' : ` -X ${operation.method.toUpperCase()}`} '${base}${filledPath(operation)}${query}'`,
    ...(operation.needsToken ? [`  -H "Authorization: Bearer $YARDSTICK_TOKEN"`] : []),
    ...(operation.bodyExample === undefined
      ? []
      : [
          `  -H 'Content-Type: application/json'`,
          // Inside single quotes only the single quote itself is special.
          `  -d '${JSON.stringify(operation.bodyExample, null, 2).replaceAll("'", `'\\''`)}'`,
        ]),
  ];
  return lines.join(' \\\n');
}

function typescript(operation: Snippet, apiBase: string): string {
  const path = operation.parameters
    .filter(({ place }) => place === 'path')
    .map(({ name, example }) => `${name}: ${JSON.stringify(example)}`);
  const query = operation.method === 'get' && operation.hasColumnFilters ? ['limit: 50'] : [];
  const params = [
    ...(path.length === 0 ? [] : [`path: { ${path.join(', ')} }`]),
    ...(query.length === 0 ? [] : [`query: { ${query.join(', ')} }`]),
  ];
  const options = [
    ...(params.length === 0 ? [] : [`params: { ${params.join(', ')} }`]),
    ...(operation.bodyExample === undefined
      ? []
      : [`body: ${JSON.stringify(operation.bodyExample, null, 2).replaceAll('\n', '\n  ')}`]),
  ];
  const argument = options.length === 0 ? '' : `, {\n${options.map((each) => `  ${each},\n`).join('')}}`;
  return `import createClient from 'openapi-fetch';
import type { paths } from './yardstick-api';

const api = createClient<paths>({
  baseUrl: '${operation.isAtRoot ? new URL(apiBase).origin : apiBase}',
  headers: { Authorization: \`Bearer \${process.env.YARDSTICK_TOKEN}\` },
});
const { data, error } = await api.${operation.method.toUpperCase()}('${operation.path}'${argument});`;
}

function python(operation: Snippet, apiBase: string): string {
  const inPath = operation.parameters
    .filter(({ place }) => place === 'path')
    .map(({ example }) => pythonValue(example));
  const query = operation.method === 'get' && operation.hasColumnFilters ? ['limit=50'] : [];
  const isRow = /^(?:insert|update)_/.test(operation.id);
  const body = isRow
    ? [pythonValue(operation.bodyExample)]
    : Object.entries((operation.bodyExample ?? {}) as Record<string, unknown>).map(
        ([name, value]) => `${name}=${pythonValue(value)}`,
      );
  const list = [...inPath, ...body, ...query];
  const args = list.length > 2 ? `\n    ${list.join(',\n    ')},\n` : list.join(', ');
  return `import os
from yardstick_client import Client

client = Client("${apiBase}", os.environ["YARDSTICK_TOKEN"])
answer = client.${operation.id}(${args})`;
}

/** A JSON value as Python writes it. */
function pythonValue(value: unknown): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(pythonValue).join(', ')}]`;
  if (typeof value === 'object') {
    return `{${Object.entries(value)
      .map(([name, each]) => `${JSON.stringify(name)}: ${pythonValue(each)}`)
      .join(', ')}}`;
  }
  return JSON.stringify(value);
}

function filledPath({ path, parameters }: Snippet): string {
  return parameters
    .filter(({ place }) => place === 'path')
    .reduce(
      (text, { name, example }) => text.replace(`{${name}}`, encodeURIComponent(String(example))),
      path,
    );
}
