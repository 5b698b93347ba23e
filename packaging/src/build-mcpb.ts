import { readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { describeTools } from '@footnote/mcp/tools'
import { zipSync } from 'fflate'
import { BUILT_AT, filesOf, nameByContent } from './build-folder.ts'

interface BuildOptions {
  readonly root: string
  /** Folder of the built CLI, which contains the MCP server. */
  readonly cli: string
  readonly into: string
}

/** Builds the bundle that Claude Desktop installs with a double click: the command line as an MCP server. */
export async function buildMcpb({ root, cli, into }: BuildOptions): Promise<void> {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const entries: [string, Uint8Array][] = [
    ['manifest.json', Buffer.from(`${JSON.stringify(manifestOf(version), null, 2)}\n`)],
  ]
  for (const file of filesOf(cli)) {
    entries.push([join('server', relative(cli, file)), await readFile(file)])
  }
  const zip = zipSync(Object.fromEntries(entries), { mtime: BUILT_AT, level: 9 })
  const name = nameByContent(zip, hash => `footnote-mcp-${version}-${hash}.mcpb`)
  await writeFile(join(into, name), zip)
}

function manifestOf(version: string): object {
  return {
    manifest_version: '0.3',
    name: 'footnote',
    display_name: 'Footnote',
    version,
    description: 'Answers with citations, research and financial research, paid from your wallet.',
    author: { name: 'Footnote' },
    license: 'SEE LICENSE IN LICENSE',
    server: {
      type: 'node',
      entry_point: 'server/footnote.js',
      mcp_config: {
        command: 'node',
        // The app replaces these names by the folder and by the answers of the user.
        args: [`\${__dirname}/server/footnote.js`, 'mcp'],
        env: {
          FOOTNOTE_API_KEY: `\${user_config.api_key}`,
          FOOTNOTE_BASE_URL: `\${user_config.base_url}`,
        },
      },
    },
    tools: describeTools().map(({ name, description }) => ({ name, description })),
    user_config: {
      api_key: {
        type: 'string',
        title: 'API key',
        description:
          'Create a key with a spending cap on the Access page of your Footnote service.',
        sensitive: true,
        required: true,
      },
      base_url: {
        type: 'string',
        title: 'Address of the service',
        description: 'For example https://footnote.example',
        default: 'http://127.0.0.1:8787',
        required: true,
      },
    },
    compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: '>=20.3' } },
  }
}
