import { execFile } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, inject, it } from 'vitest'
import { entriesInJson } from '../src/doctor/clients/json-config.ts'
import { entriesInToml } from '../src/doctor/clients/toml-config.ts'
import { operations } from '../src/operations.ts'
import { freshPostgres } from './support/postgres.ts'
import { tempHome } from './support/tempdir.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const guides = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter(file => file.endsWith('.md'))
  .map(file => `docs/${file}`)
const documents = ['README.md', 'AGENTS.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'examples/README.md', ...guides]

describe('the documents', () => {
  it('have a reference that is what the program declares', async () => {
    const check = `"${process.execPath}" scripts/run-ts.mjs scripts/docs.ts --check`
    expect(await run(check, { PATH: process.env.PATH ?? '' })).toEqual({
      code: 0,
      printed: 'The reference is up to date.\n',
    })
  })

  it('link only to what is there', () => {
    const broken = documents.flatMap(file =>
      linksIn(read(file))
        .filter(link => !existsSync(join(root, dirname(file), link)))
        .map(link => `${file} → ${link}`),
    )
    expect(broken).toEqual([])
  })

  it('show JSON that is JSON', () => {
    const broken = documents.flatMap(file =>
      blocksIn(read(file), 'json')
        .filter(block => !isJson(block))
        .map(block => `${file}: ${block}`),
    )
    expect(broken).toEqual([])
  })

  it('name no place on the machine they were written on', () => {
    const named = documents.filter(file => /(?<!\w)\/(work|root|home\/\w+|Users\/\w+)\//.test(read(file)))
    expect(named).toEqual([])
  })

  it('show settings of chat clients that the doctor understands', () => {
    const readme = read('README.md')
    const entries = [
      ...blocksIn(readme, 'json').flatMap(block => entriesInJson(block, '')),
      ...blocksIn(readme, 'toml').flatMap(entriesInToml),
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
  it.each(['records.md', 'context.md', 'room.md'])('in %s, on the embedded database', async guide => {
    await replay(read(`docs/guide/${guide}`), {})
  })

  it.each(['diary.md', 'diary-agents.md', 'diary-archive.md'])('in %s, on the example transcripts', async guide => {
    await replay(read(`docs/guide/${guide}`), {
      ...noTranscripts,
      DAYBOOK_TIMEZONE: 'UTC',
      DAYBOOK_CLAUDE_ROOTS: 'examples/transcripts/claude-code',
      DAYBOOK_CODEX_ROOTS: 'examples/transcripts/codex',
    })
  })

  it('in README.md, on an example transcript', async () => {
    await replay(read('README.md'), noTranscripts)
  })

  it('in team-server.md, on PostgreSQL', async () => {
    const { url, drop } = await freshPostgres()
    try {
      await replay(read('docs/guide/team-server.md'), { DAYBOOK_DB: url })
    } finally {
      await drop()
    }
  })
})

/** The machine the tests run on may have agents of its own. */
const noTranscripts = {
  DAYBOOK_CLAUDE_ROOTS: '',
  DAYBOOK_CODEX_ROOTS: '',
  DAYBOOK_CURSOR_ROOTS: '',
  DAYBOOK_GEMINI_ROOTS: '',
  DAYBOOK_OPENCODE_ROOTS: '',
}

/** Runs each `$ command` of the console blocks in turn and compares what it prints; `…` stands for anything. */
async function replay(text: string, env: Record<string, string>): Promise<void> {
  const steps = blocksIn(text, 'console').flatMap(stepsOf)
  expect(steps.length).toBeGreaterThan(0)
  const surroundings = { ...env, DAYBOOK_HOME: tempHome(), PATH: `${commandFolder()}${delimiter}${process.env.PATH}` }
  let last = 0
  for (const { command, shown } of steps) {
    const { code, printed } = command === 'echo $?' ? { code: 0, printed: `${last}` } : await run(command, surroundings)
    expect(printed.trimEnd(), command).toMatch(patternOf(shown))
    last = code
  }
}

function stepsOf(block: string): { command: string; shown: string }[] {
  return block
    .split(/^\$ /m)
    .slice(1)
    .map(step => {
      const [, command = '', shown = ''] = /^((?:.*\\\n)*.*)\n?([\s\S]*)$/.exec(step) ?? []
      return { command, shown: shown.trimEnd() }
    })
}

function patternOf(shown: string): RegExp {
  return new RegExp(`^${shown.split('…').map(escaped).join('[^\\n]*')}$`)
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** A folder with `daybook` in it, as a person who installed it has on the PATH. */
function commandFolder(): string {
  const folder = mkdtempSync(join(inject('tempRoot'), 'bin-'))
  const command = join(folder, 'daybook')
  writeFileSync(command, `#!/bin/sh\nexec "${process.execPath}" "${join(root, 'bin/daybook.js')}" "$@"\n`)
  chmodSync(command, 0o755)
  return folder
}

function run(command: string, env: Record<string, string>): Promise<{ code: number; printed: string }> {
  return new Promise(resolve => {
    const child = execFile('sh', ['-c', command], { env, cwd: root }, (_, stdout, stderr) => {
      resolve({ code: child.exitCode ?? -1, printed: stdout || stderr })
    })
  })
}

function blocksIn(text: string, language: string): string[] {
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
    ([, block = '']) => block,
  )
}

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
