// Writes a client for Python 3.9 or newer, standard library only, from an OpenAPI document of this API.
// Usage: node scripts/generate-python-client.mjs openapi.json yardstick_client.py
import { readFileSync, writeFileSync } from 'node:fs';

const KEYWORDS = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield self'.split(
    ' ',
  ),
);
const VERBS = new Set(['get', 'post', 'put', 'patch', 'delete']);

/** The part of the client that is the same for every document. */
const RUNTIME = `import json
import time
import urllib.error
import urllib.parse
import urllib.request
from typing import Any, Dict, List, Mapping, Optional


class ApiError(Exception):
    """What the API refused: status, code, message, details, hint and the request's id."""

    def __init__(self, status: int, body: Mapping[str, Any], request_id: Optional[str]) -> None:
        super().__init__("%s %s: %s" % (status, body.get("code"), body.get("message")))
        self.status = status
        self.code = body.get("code")
        self.message = body.get("message")
        self.details = body.get("details")
        self.hint = body.get("hint")
        self.request_id = request_id


class _Unset:
    def __repr__(self) -> str:
        return "UNSET"


UNSET: Any = _Unset()


def _given(values: Mapping[str, Any]) -> Dict[str, Any]:
    return {name: value for name, value in values.items() if value is not UNSET}


class Client:
    """The API at base_url (ending in /api) with one token. Waits as long as Retry-After says and tries again on 429 and 503, max_tries in all."""

    def __init__(self, base_url: str, token: str, timeout_s: float = 60.0, max_tries: int = 4) -> None:
        self.base_url = base_url.rstrip("/")
        self._token = token
        self.timeout_s = timeout_s
        self.max_tries = max_tries

    def _send(self, method: str, path: str, query: Mapping[str, Any], body: Any = UNSET, at_root: bool = False) -> Any:
        base = urllib.parse.urljoin(self.base_url, "/").rstrip("/") if at_root else self.base_url
        text = urllib.parse.urlencode([(k, v) for k, v in query.items() if v is not UNSET and v is not None])
        request = urllib.request.Request(base + path + ("?" + text if text else ""), method=method)
        request.add_header("Authorization", "Bearer " + self._token)
        request.add_header("Accept", "application/json, */*;q=0.5")
        data = None
        if body is not UNSET:
            request.add_header("Content-Type", "application/json")
            data = json.dumps(body).encode("utf-8")
        for tried in range(1, self.max_tries + 1):
            try:
                with urllib.request.urlopen(request, data=data, timeout=self.timeout_s) as answer:
                    content = answer.read()
                    if not content:
                        return None
                    if answer.headers.get_content_type() == "application/json":
                        return json.loads(content)
                    if answer.headers.get_content_maintype() == "text":
                        return content.decode("utf-8")
                    return content
            except urllib.error.HTTPError as error:
                wait_s = error.headers.get("Retry-After")
                if error.code in (429, 503) and wait_s and wait_s.isdigit() and tried < self.max_tries:
                    time.sleep(float(wait_s))
                    continue
                try:
                    refusal = json.loads(error.read())
                except ValueError:
                    refusal = {"code": "internal", "message": "The answer is not JSON"}
                raise ApiError(error.code, refusal, error.headers.get("X-Request-Id")) from None
        raise AssertionError("not reached")

    def wait_for_job(self, job_id: int, poll_s: float = 10.0, limit_s: float = 86400.0) -> Dict[str, Any]:
        """Polls get_job_status (every 5 to 15 seconds is the advice) until the job has ended; raises TimeoutError."""
        end = time.monotonic() + limit_s
        while True:
            status = self.get_job_status(p_job_id=job_id)
            if status["status_code"] in ("completed", "failed", "cancelled"):
                return status
            if time.monotonic() > end:
                raise TimeoutError("job %s is still %s" % (job_id, status["status_code"]))
            time.sleep(poll_s)
`;

/** Text of the client. Throws for a document that lacks what it builds on. */
export function pythonClient(document) {
  const methods = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      // GET on a procedure is the same call once more.
      .filter(([verb]) => VERBS.has(verb) && !(verb === 'get' && path.startsWith('/rpc/')))
      .map(([verb, operation]) => method(document, path, verb, operation, item.servers !== undefined)),
  );
  const { title, version } = document.info;
  const heading = `"""Client of ${oneLine(title)} ${version}, generated from its OpenAPI document. Standard library only."""\n`;
  return `${heading}${RUNTIME}${methods.join('')}`;
}

function method(document, path, verb, operation, isAtRoot) {
  const parameters = (operation.parameters ?? []).map((each) => resolve(document, each));
  const inPath = parameters.filter((each) => each.in === 'path').map((each) => each.name);
  const queries = parameters.filter((each) => each.in === 'query');
  const isRead = operation.operationId.startsWith('read_');
  const isFiltered = isRead || /^(?:update|delete)_/.test(operation.operationId);
  const schema = operation.requestBody?.content['application/json']?.schema;
  const body = schema === undefined ? null : resolve(document, schema);
  const required = new Set(body?.required ?? []);
  // A row of a table has any of its columns: it goes in as one value.
  const isRow = body !== null && /^(?:insert|update)_/.test(operation.operationId);
  const fields = isRow ? [] : Object.entries(body?.properties ?? {});
  const plainQueries = isFiltered ? queries.filter(({ $isShared }) => $isShared) : queries;

  const args = ['self', ...inPath.map((name) => `${identifier(name)}: Any`)];
  if (isRow) args.push('row: Dict[str, Any]');
  const keywords = [
    ...fields
      .filter(([name]) => required.has(name))
      .map(([name, s]) => `${identifier(name)}: ${hint(document, s)}`),
    ...fields
      .filter(([name]) => !required.has(name))
      .map(([name, s]) => `${identifier(name)}: ${hint(document, s)} = UNSET`),
    ...plainQueries.map(({ name, schema: s }) => `${identifier(name)}: ${hint(document, s ?? {})} = UNSET`),
  ];
  if (keywords.length > 0) args.push('*', ...keywords);
  if (isFiltered) args.push('**filters: Any');

  const target = inPath.reduce(
    (text, name) =>
      text.replace(`{${name}}`, `" + urllib.parse.quote(str(${identifier(name)}), safe="") + "`),
    JSON.stringify(path),
  );
  const query = `${plainQueries.length === 0 ? '{}' : `_given({${pairs(plainQueries.map(({ name }) => name))}})`}`;
  const sent = isRow
    ? 'row'
    : body === null
      ? bodyless(verb, path)
      : `_given({${pairs(fields.map(([name]) => name))}})`;
  const queryText = isFiltered ? `{**${query}, **filters}` : query;
  const call = [`"${verb.toUpperCase()}"`, target, queryText, sent, isAtRoot ? 'True' : null]
    .filter((part) => part !== null)
    .join(', ');
  const more = isFiltered ? ' Filters are column="operator.value", such as job_id="eq.7".' : '';
  return [
    '',
    `    def ${identifier(operation.operationId)}(${args.join(', ')}) -> ${isRead ? 'List[Dict[str, Any]]' : 'Any'}:`,
    `        """${oneLine(operation.summary)}.${more}"""`,
    `        return self._send(${call})`,
    '',
  ].join('\n');
}

/** A procedure without parameters still takes a JSON object. */
function bodyless(verb, path) {
  return path.startsWith('/rpc/') ? '{}' : 'UNSET';
}

function pairs(names) {
  return names.map((name) => `${JSON.stringify(name)}: ${identifier(name)}`).join(', ');
}

function resolve(document, value) {
  if (value.$ref === undefined) return value;
  const target = value.$ref
    .slice(2)
    .split('/')
    .reduce((part, key) => part[key], document);
  return { ...target, $isShared: true };
}

const HINTS = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  array: 'List[Any]',
  object: 'Dict[str, Any]',
};

function hint(document, schema) {
  const { type, nullable } = resolve(document, schema);
  const name = HINTS[type] ?? 'Any';
  return nullable === true && name !== 'Any' ? `Optional[${name}]` : name;
}

/** Names that Python keeps for itself get an underscore. */
function identifier(name) {
  const plain = name.replaceAll(/[^A-Za-z0-9_]/g, '_');
  return KEYWORDS.has(plain) ? `${plain}_` : plain;
}

/** Text of the document inside a docstring must not end it. */
function oneLine(text) {
  return text.replaceAll('\\', '\\\\').replaceAll('"', "'").replaceAll(/\s+/g, ' ').trim();
}

if (process.argv[1]?.endsWith('generate-python-client.mjs')) {
  const [source, target] = process.argv.slice(2);
  if (source === undefined || target === undefined) {
    console.error('Usage: node scripts/generate-python-client.mjs openapi.json yardstick_client.py');
    process.exit(2);
  }
  writeFileSync(target, pythonClient(JSON.parse(readFileSync(source, 'utf8'))));
  console.log(`Wrote ${target}.`);
}
