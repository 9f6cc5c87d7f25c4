import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { serversInJson } from '../src/chat-clients/json-settings.ts'
import { serversInToml } from '../src/chat-clients/toml-settings.ts'
import { operations } from '../src/operations.ts'
import { blocksIn, inPreloadedProgram, replay } from './guides.ts'

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
  'web/README.md',
  ...readdirSync(join(root, 'src'))
    .map(folder => `src/${folder}/README.md`)
    .filter(file => existsSync(join(root, file))),
  ...pages,
]

describe('the documents', () => {
  it('documents link only to existing files', () => {
    const broken = documents.flatMap(file =>
      linksIn(read(file))
        .filter(link => !existsSync(join(root, dirname(file), link)))
        .map(link => `${file} → ${link}`),
    )
    expect(broken).toEqual([])
  })

  it('the reference has no missing part and no undefined type, and says that prompts are offered', () => {
    const configuration = read('docs/reference/configuration.md')
    expect(configuration).not.toMatch(/not there yet|`undefined`|\| undefined/)
    expect(configuration).toContain('`prompts/tools.json`')
    const conformance = read('docs/reference/conformance.md')
    expect(conformance).not.toContain('offers no prompts')
    expect(conformance).toMatch(/\| prompts-list \| passes/)
  })

  it('JSON blocks in documents are valid JSON', () => {
    const broken = documents.flatMap(file =>
      blocksIn(read(file), 'json')
        .filter(block => !isJson(block))
        .map(block => `${file}: ${block}`),
    )
    expect(broken).toEqual([])
  })

  it('the proxies of the team server examples end feeds of closed pages', () => {
    const proxies = ['deploy/Caddyfile', 'deploy/compose.Caddyfile'].map(read)
    // The first would keep feeds of closed pages open, the second would lose bodies of writes.
    expect(proxies.filter(text => /^\s*(flush_interval -1|lb_try_duration)/m.test(text))).toEqual([])
    for (const text of proxies) expect(text).toContain('response_header_timeout 660s')
    expect(read('deploy/daybook@.service')).toContain('StartLimitIntervalSec=0')
  })

  it('documents contain no path of the machine they were written on', () => {
    const named = documents.filter(file => /(?<!\w)\/(work|root|home\/\w+|Users\/\w+)\//.test(read(file)))
    expect(named).toEqual([])
  })

  it('the doctor finds Daybook in the chat client settings that documents show', () => {
    const readme = read('README.md')
    const entries = [
      ...blocksIn(readme, 'json').flatMap(block => serversInJson(block, '')),
      ...blocksIn(readme, 'toml').flatMap(serversInToml),
    ]
    const { command, args } = { command: 'node', args: ['/path/to/daybook/bin/daybook.js', 'mcp'] }
    expect(entries).toEqual(Array(3).fill({ name: 'daybook', command, args, env: {}, url: undefined }))
  })

  it('the troubleshooting guide explains every reference of a failing database', () => {
    const sources = readdirSync(join(root, 'src/db'), { encoding: 'utf8' }).filter(file => file.endsWith('.ts'))
    const named = sources.flatMap(file => [...read(`src/db/${file}`).matchAll(/(?:\bref: |refusal\()'([a-z-]+)'/g)])
    expect(named.length).toBeGreaterThan(5)
    const guide = read('docs/guide/troubleshooting.md')
    expect(named.flatMap(([, ref = '']) => (guide.includes(`\`${ref}\``) ? [] : [ref]))).toEqual([])
  })

  it('the README names the two commands to start and to test', () => {
    expect(read('README.md')).toContain('npm ci && npm start')
    expect(read('README.md')).toContain('npm ci && npm test')
  })

  it('AGENTS.md has at most 60 lines', () => {
    expect(read('AGENTS.md').trimEnd().split('\n').length).toBeLessThanOrEqual(60)
  })

  it('AGENTS.md and a README of at most 40 lines describe every folder of src', () => {
    const map = read('AGENTS.md')
    for (const folder of readdirSync(join(root, 'src'), { withFileTypes: true }).filter(each => each.isDirectory())) {
      expect(map, folder.name).toContain(`src/${folder.name}/`)
      const lines = read(`src/${folder.name}/README.md`).trimEnd().split('\n')
      expect(lines.length, folder.name).toBeLessThanOrEqual(40)
      expect(lines.join('\n'), folder.name).toMatch(/import/i)
    }
  })

  it('decisions are numbered without gaps and have at most 16 lines', () => {
    const names = readdirSync(join(root, 'docs/decisions')).sort()
    expect(names.map(name => name.slice(0, 5))).toEqual(names.map((_, at) => `${String(at + 1).padStart(4, '0')}-`))
    const long = names.filter(name => read(`docs/decisions/${name}`).trimEnd().split('\n').length > 16)
    expect(long).toEqual([])
  })

  it('the reference lists exactly the operations of the program', () => {
    const named = [...read('docs/reference/operations.md').matchAll(/^### ([a-z_]+)$/gm)].map(([, name]) => name)
    expect(named).toEqual(operations.map(({ name }) => name))
  })
})

describe('the guides show what really happens', () => {
  it('the console blocks of README.md print what they show', async () => {
    await replay('README.md', inPreloadedProgram)
  })

  // docs.deep.test.ts runs all guides.
  it.each(['docs/guide/records.md', 'docs/guide/context.md', 'docs/guide/diary.md'])(
    'the console blocks of %s print what they show',
    async guide => {
      await replay(guide, inPreloadedProgram)
    },
  )
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
