import type { Snippet } from '../../ui/code-block.tsx'

/**
 * The same first call in three languages, without anything to install. Each can be pasted into a shell
 * or a prompt as it stands, so none has a blank line inside a block.
 */
export function callSnippets({ baseUrl, key }: { baseUrl: string; key: string }): Snippet[] {
  const url = `${baseUrl}/api/v1/answer`
  return [
    {
      name: 'curl',
      code: `curl -s ${url} \\
  -H "Authorization: Bearer ${key}" \\
  -H "Content-Type: application/json" \\
  -d '{"query": "What is the capital of Bolivia?"}'`,
    },
    {
      name: 'TypeScript',
      code: `const response = await fetch('${url}', {
  method: 'POST',
  headers: {
    Authorization: 'Bearer ${key}',
    'Content-Type': 'application/json',
  },
  body: JSON.stringify({ query: 'What is the capital of Bolivia?' }),
})
console.log(await response.json())`,
    },
    {
      name: 'Python',
      code: `import json, urllib.request
request = urllib.request.Request(
    "${url}",
    headers={
        "Authorization": "Bearer ${key}",
        "Content-Type": "application/json",
    },
    data=json.dumps({"query": "What is the capital of Bolivia?"}).encode(),
)
print(json.load(urllib.request.urlopen(request)))`,
    },
  ]
}
