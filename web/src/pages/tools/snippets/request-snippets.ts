import { priceOf } from '@footnote/contract/prices'
import { tools } from '@footnote/contract/tools'
import type { Snippet } from '../../../ui/code-block.tsx'
import { effortOf, isTask, type ToolRequest } from '../tool-request.ts'

interface SnippetOptions {
  readonly baseUrl: string
  readonly request: ToolRequest
  /** Written into the code; without it, the code reads the environment. */
  readonly key?: string
}

const VARIABLE = 'FOOTNOTE_API_KEY'

/**
 * Code for a call in three languages, with nothing to install. The question may be any text: each
 * language gets the body in a form in which none of its characters has a special meaning.
 */
export function requestSnippets({ baseUrl, request, key }: SnippetOptions): Snippet[] {
  const url = `${baseUrl}${tools[request.tool].path}`
  const json = JSON.stringify(request.body, undefined, 2)
  const call = { url, json, key }
  return isTask(request)
    ? [
        { name: 'curl', code: curlTask(call) },
        { name: 'TypeScript', code: typeScriptTask(call) },
        { name: 'Python', code: pythonTask(call) },
      ]
    : [
        { name: 'curl', code: curlCall(call) },
        {
          name: 'TypeScript',
          // Node's fetch stops waiting for an answer after five minutes.
          code: timeLimitSeconds(request) > 300 ? typeScriptLongCall(call) : typeScriptCall(call),
        },
        { name: 'Python', code: pythonCall(call) },
      ]
}

function timeLimitSeconds(request: ToolRequest): number {
  return priceOf(request.tool, effortOf(request)).timeLimit?.seconds ?? 0
}

interface Call {
  readonly url: string
  readonly json: string
  readonly key: string | undefined
}

/**
 * Uses a here-document with a quoted delimiter, which a shell leaves alone and JSON cannot contain.
 */
function curlCall({ url, json, key }: Call): string {
  return `curl -sS '${url}' \\
  -H "Authorization: Bearer ${key ?? `$${VARIABLE}`}" \\
  -H "Content-Type: application/json" \\
  --data-binary @- <<'JSON'
${json}
JSON`
}

/** Polls while the reply has a `Retry-After` header: finished tasks and final errors have none. */
function curlTask({ url, json, key }: Call): string {
  const authorization = `-H "Authorization: Bearer ${key ?? `$${VARIABLE}`}"`
  return `read -r -d '' request <<'JSON'
${json}
JSON
reply=$(printf '%s' "$request" | curl -sS '${url}' \\
  ${authorization} \\
  -H "Content-Type: application/json" \\
  --data-binary @-)
task_id=$(printf '%s' "$reply" | sed -n 's/.*"task_id" *: *"\\([^"]*\\)".*/\\1/p')
# The task is charged once; polling is free.
while [ -n "$task_id" ]; do
  poll=$(curl -sSi '${url}'"/$task_id" ${authorization} | tr -d '\\r')
  reply=$(printf '%s\\n' "$poll" | sed '1,/^$/d')
  pause=$(printf '%s\\n' "$poll" | sed -n 's/^[Rr]etry-[Aa]fter: *//p')
  [ -n "$pause" ] || break
  sleep "$pause"
done
printf '%s\\n' "$reply"`
}

function typeScriptCall({ url, json, key }: Call): string {
  return `const response = await fetch('${url}', {
  method: 'POST',
  headers: {
    Authorization: ${typeScriptKey(key)},
    'Content-Type': 'application/json',
  },
  body: JSON.stringify(${objectLiteral(json, 2)}),
})
console.log(JSON.stringify(await response.json(), null, 2))`
}

function typeScriptLongCall({ url, json, key }: Call): string {
  const scheme = new URL(url).protocol === 'https:' ? 'https' : 'http'
  return `import { once } from 'node:events'
import { request } from 'node:${scheme}'
import { json } from 'node:stream/consumers'

// fetch would give up after five minutes; this call may take six.
const call = request('${url}', {
  method: 'POST',
  headers: {
    Authorization: ${typeScriptKey(key)},
    'Content-Type': 'application/json',
  },
})
call.end(JSON.stringify(${objectLiteral(json, 0)}))
const [response] = await once(call, 'response')
console.log(JSON.stringify(await json(response), null, 2))`
}

function typeScriptTask({ url, json, key }: Call): string {
  return `import { setTimeout } from 'node:timers/promises'

const url = '${url}'
const headers = {
  Authorization: ${typeScriptKey(key)},
  'Content-Type': 'application/json',
}
const body = JSON.stringify(${objectLiteral(json, 0)})
let reply = await (await fetch(url, { method: 'POST', headers, body })).json()
const taskId = reply.task_id
// The task is charged once; polling is free.
while (taskId) {
  const poll = await fetch(\`\${url}/\${taskId}\`, { headers })
  reply = await poll.json()
  const pause = poll.headers.get('retry-after')
  if (pause === null) break
  await setTimeout(Number(pause) * 1000)
}
console.log(JSON.stringify(reply, null, 2))`
}

function typeScriptKey(key: string | undefined): string {
  return key === undefined ? `\`Bearer \${process.env.${VARIABLE}}\`` : `'Bearer ${key}'`
}

/** JSON is a valid expression except for `__proto__`, which brackets make an ordinary name. */
function objectLiteral(json: string, indent: number): string {
  return json
    .replaceAll('"__proto__":', '["__proto__"]:')
    .replaceAll('\n', `\n${' '.repeat(indent)}`)
}

/** Uses a raw string in triple quotes, which JSON written this way never contains. */
function pythonCall({ url, json, key }: Call): string {
  return `import json, os, urllib.error, urllib.request
request = urllib.request.Request(
    "${url}",
    headers={
        "Authorization": ${pythonKey(key)},
        "Content-Type": "application/json",
    },
    data=r"""${json}""".encode(),
)
try:
    reply = urllib.request.urlopen(request, timeout=480)
except urllib.error.HTTPError as error:
    reply = error

print(json.dumps(json.load(reply), indent=2, ensure_ascii=False))`
}

function pythonTask({ url, json, key }: Call): string {
  return `import json, os, time, urllib.error, urllib.request
url = "${url}"
headers = {
    "Authorization": ${pythonKey(key)},
    "Content-Type": "application/json",
}
body = r"""${json}""".encode()
def ask(address, data=None):
    request = urllib.request.Request(address, headers=headers, data=data)
    try:
        response = urllib.request.urlopen(request, timeout=90)
    except urllib.error.HTTPError as error:
        response = error
    return json.load(response), response.headers.get("Retry-After")

reply, pause = ask(url, body)
task_id = reply.get("task_id")
# The task is charged once; polling is free.
while task_id:
    reply, pause = ask(url + "/" + task_id)
    if pause is None:
        break
    time.sleep(float(pause))

print(json.dumps(reply, indent=2, ensure_ascii=False))`
}

function pythonKey(key: string | undefined): string {
  return key === undefined ? `"Bearer " + os.environ["${VARIABLE}"]` : `"Bearer ${key}"`
}

/** A first call in three languages. */
export function callSnippets(account: { baseUrl: string; key: string }): Snippet[] {
  const body = { query: 'What is the capital of Bolivia?' }
  return requestSnippets({ ...account, request: { tool: 'answer', body } })
}
