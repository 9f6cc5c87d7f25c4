import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { serversInJson } from '../src/chat-clients/json-settings.ts'
import { serversInToml } from '../src/chat-clients/toml-settings.ts'
import { operations } from '../src/operations.ts'
import { blocksIn, guides, inStandingProgram, replay } from './guides.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const pages = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter(file => file.endsWith('.md'))
  .map(file => `docs/${file}`)
const documents = [
  'README.md',
  'AGENTS.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'examples/README.md',
  'deploy/README.md',
  ...pages,
]

describe('the documents', () => {
  it('link only to what is there', () => {
    const broken = documents.flatMap(file =>
      linksIn(read(file))
        .filter(link => !existsSync(join(root, dirname(file), link)))
        .map(link => `${file} → ${link}`),
    )
    expect(broken).toEqual([])
  })

  it('of the reference say what is there: no part is missing, no type is undefined, prompts are offered (client 8)', () => {
    const configuration = read('docs/reference/configuration.md')
    expect(configuration).not.toMatch(/not there yet|`undefined`|\| undefined/)
    expect(configuration).toContain('`prompts/tools.json`')
    const conformance = read('docs/reference/conformance.md')
    expect(conformance).not.toContain('offers no prompts')
    expect(conformance).toMatch(/\| prompts-list \| passes/)
  })

  it('show JSON that is JSON', () => {
    const broken = documents.flatMap(file =>
      blocksIn(read(file), 'json')
        .filter(block => !isJson(block))
        .map(block => `${file}: ${block}`),
    )
    expect(broken).toEqual([])
  })

  it('have examples for a team server whose image holds what the package holds, and whose proxies let go of feeds', () => {
    const { files }: { files: string[] } = JSON.parse(read('package.json'))
    const copied = [...read('deploy/Dockerfile').matchAll(/^COPY --from=build \/daybook\/(\S+)/gm)].map(
      ([, path]) => path,
    )
    expect(copied).toEqual(
      expect.arrayContaining(['node_modules', ...files.filter(path => !path.includes('.') && path !== 'LICENSE')]),
    )
    const proxies = ['deploy/Caddyfile', 'deploy/compose.Caddyfile'].map(read)
    // The one keeps the feeds of closed pages open, the other loses the bodies of writes.
    expect(proxies.filter(text => /^\s*(flush_interval -1|lb_try_duration)/m.test(text))).toEqual([])
    for (const text of proxies) expect(text).toContain('response_header_timeout 660s')
    expect(read('deploy/daybook@.service')).toContain('StartLimitIntervalSec=0')
  })

  it('name no place on the machine they were written on', () => {
    const named = documents.filter(file => /(?<!\w)\/(work|root|home\/\w+|Users\/\w+)\//.test(read(file)))
    expect(named).toEqual([])
  })

  it('show settings of chat clients that the doctor understands', () => {
    const readme = read('README.md')
    const entries = [
      ...blocksIn(readme, 'json').flatMap(block => serversInJson(block, '')),
      ...blocksIn(readme, 'toml').flatMap(serversInToml),
    ]
    const { command, args } = { command: 'node', args: ['/path/to/daybook/bin/daybook.js', 'mcp'] }
    expect(entries).toEqual(Array(3).fill({ name: 'daybook', command, args, env: {}, url: undefined }))
  })

  it('explain every reference that a failing database gives', () => {
    const sources = readdirSync(join(root, 'src/db'), { encoding: 'utf8' }).filter(file => file.endsWith('.ts'))
    const named = sources.flatMap(file => [...read(`src/db/${file}`).matchAll(/(?:\bref: |refusal\()'([a-z-]+)'/g)])
    expect(named.length).toBeGreaterThan(5)
    const guide = read('docs/guide/troubleshooting.md')
    expect(named.flatMap(([, ref = '']) => (guide.includes(`\`${ref}\``) ? [] : [ref]))).toEqual([])
  })

  it('begin with the two commands', () => {
    expect(read('README.md')).toContain('npm ci && npm start')
    expect(read('README.md')).toContain('npm ci && npm test')
  })

  it('keep the page for agents short', () => {
    expect(read('AGENTS.md').trimEnd().split('\n').length).toBeLessThanOrEqual(60)
  })

  it('number the decisions without gaps, each on a page of its own', () => {
    const names = readdirSync(join(root, 'docs/decisions')).sort()
    expect(names.map(name => name.slice(0, 5))).toEqual(names.map((_, at) => `${String(at + 1).padStart(4, '0')}-`))
    const long = names.filter(name => read(`docs/decisions/${name}`).trimEnd().split('\n').length > 16)
    expect(long).toEqual([])
  })

  it('mention every operation and no other in the reference', () => {
    const named = [...read('docs/reference/operations.md').matchAll(/^### ([a-z_]+)$/gm)].map(([, name]) => name)
    expect(named).toEqual(operations.map(({ name }) => name))
  })
})

describe('the guides show what really happens', () => {
  it('in README.md', async () => {
    await replay('README.md', inStandingProgram)
  })

  // The way through a room takes longer than all others together; docs.deep.test.ts goes it.
  it.each(guides.filter(guide => guide !== 'docs/guide/room.md'))('in %s', async guide => {
    await replay(guide, inStandingProgram)
  })
})

function linksIn(text: string): string[] {
  const prose = text.replace(/^```[\s\S]*?^```$/gm, '')
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link.replace(/#.*$/, ''))
    .filter(link => link !== '' && !/^[a-z]+:/.test(link))
    .map(normalize)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
