import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

// The recipe "Adding an operation" of CONTRIBUTING.md, followed in a copy of the sources: in Records a file and its line in
// the list, in the room a declaration in its noun's operations.ts.

const recordsFile = `import { z } from 'zod'
import { projectOperation } from '../context.ts'
import { findByProject } from '../find.ts'
import { ProjectRef } from '../schema.ts'

export const countWords = projectOperation({
  name: 'count_words',
  audience: 'people',
  summary: 'Count the words of a text.',
  effect: 'read',
  access: 'writer',
  input: z.strictObject({
    project_id: ProjectRef.optional(),
    phrase: z.string().max(1000).describe('What to count').meta({ examples: ['one two'] }),
  }),
  output: z.object({ words: z.int() }),
  find: findByProject,
  async run({ phrase }) {
    return { words: phrase.split(' ').length }
  },
})
`

const roomDeclaration = `export const roomIssueGreet = roomOperation({
  name: 'room_issue_greet',
  summary: 'Greets an issue.',
  effect: 'read',
  access: 'reader',
  input: z.strictObject({ id: z.int().min(1).describe('The issue to greet') }),
  output: z.object({ greeting: z.string() }),
  async run({ id }) {
    return { greeting: \`Hello, issue \${id}\` }
  },
})

`

/** Looks at the two operations from every side; what it prints is what the test expects. */
const survey = `import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { openApp } from './src/app.ts'
import { builtCatalog } from './src/catalog/built.ts'
import { serveHttp } from './src/entry/http/server.ts'
import { main } from './src/main.ts'
import { operations } from './src/operations.ts'
import { toolsets } from './src/toolsets.ts'
import { referencePages } from './scripts/docs/pages.ts'
import { createTeam, wrongAdmissions } from './test/operations/access.ts'
import { acceptedBadInput } from './test/operations/bad-input.ts'
import { askMcp, askRest, differingRefusals } from './test/operations/parity.ts'

const names = ['count_words', 'room_issue_greet']
const added = operations.filter(({ name }) => names.includes(name))
const location = process.env.DAYBOOK_HOME + '/daybook.db'
const app = await openApp({ location })
const server = await serveHttp(app, {
  host: '127.0.0.1', port: 0, toolsets: toolsets.map(({ name }) => name), version: '0', project: 'default',
})
const client = new Client({ name: 'recipe', version: '1' })
// Kept by the client, a connection would be closed by the server while the admissions are tried on a busy machine.
const requestInit = { headers: { connection: 'close' } }
await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', server.url), { requestInit }))
const askCli = async ({ name }, args) => {
  // Answers go to the descriptor, faults to the stream.
  const [write, writeError] = [fs.writeSync, process.stderr.write]
  let printed = ''
  fs.writeSync = (file, bytes, ...rest) => (file === 1 ? (printed += bytes, bytes.length) : write(file, bytes, ...rest))
  process.stderr.write = text => Boolean((printed += text))
  syncBuiltinESMExports()
  await main(['call', name, JSON.stringify(args)])
  fs.writeSync = write
  process.stderr.write = writeError
  syncBuiltinESMExports()
  return JSON.parse(printed)
}
const interfaces = { REST: askRest(server.url), MCP: askMcp(client), CLI: askCli }
const [words, greet] = added
const admissions = await wrongAdmissions(app, added, await createTeam(app))
await interfaces.REST({ toolset: 'room', name: 'room_workspace_bind' }, { path: process.cwd() + '/texts' })
const openapi = await (await fetch(new URL('/api/openapi.json', server.url), requestInit)).json()
const { tools } = await client.listTools()
const catalog = await builtCatalog()
const pages = await referencePages()
const answers = {
  names: added.map(({ name }) => name),
  modules: names.map(name => catalog.modules[name]),
  counted: [await interfaces.REST(words, { phrase: 'a b c' }), await interfaces.CLI(words, { phrase: 'a b c' })],
  greeted: [await interfaces.REST(greet, { id: 1 }), await interfaces.MCP(greet, { id: 1 }), await interfaces.CLI(greet, { id: 1 })],
  tools: tools.filter(({ name }) => names.includes(name)).map(({ name }) => name),
  paths: Object.keys(openapi.paths).filter(path => names.some(name => path.endsWith(name))),
  reference: pages.filter(({ text }) => names.every(name => text.includes(name))).map(({ file }) => file),
  wrongAdmissions: admissions,
  acceptedBadInput: await acceptedBadInput(app, added),
  differingRefusals: await differingRefusals(app, added, interfaces),
}
await client.close()
await server.close()
await app.close()
process.stdout.write(JSON.stringify(answers))
`

it('an operation that is declared and listed is served, documented and checked like every other', async () => {
  const copy = mkdtempSync(join(tmpdir(), 'daybook-recipe-'))
  try {
    for (const name of ['src', 'scripts', 'test/operations', 'package.json'])
      cpSync(join(root, name), join(copy, name), { recursive: true })
    for (const name of ['node_modules', 'assets']) symlinkSync(join(root, name), join(copy, name))
    const edit = (file: string, from: string, to: string) => {
      const text = readFileSync(join(copy, file), 'utf8')
      expect(text).toContain(from)
      writeFileSync(join(copy, file), text.replace(from, to))
    }

    writeFileSync(join(copy, 'src/records/operations/count-words.ts'), recordsFile)
    const list = 'src/records/operations.ts'
    edit(
      list,
      'import { createRecord }',
      "import { countWords } from './operations/count-words.ts'\nimport { createRecord }",
    )
    edit(list, '  projects.whoami,\n', '  projects.whoami,\n  countWords,\n')
    edit(
      'src/room/issues/operations.ts',
      'export const roomIssueRevive',
      `${roomDeclaration}export const roomIssueRevive`,
    )

    mkdirSync(join(copy, 'texts'))
    writeFileSync(join(copy, 'survey.ts'), survey)
    const env = { PATH: process.env.PATH, HOME: copy, DAYBOOK_HOME: copy }
    const { stdout } = await promisify(execFile)(process.execPath, ['scripts/run-ts.mjs', 'survey.ts'], {
      cwd: copy,
      env,
    })
    expect(JSON.parse(stdout)).toEqual({
      names: ['count_words', 'room_issue_greet'],
      modules: ['records/count-words', 'room/issues'],
      counted: [{ words: 3 }, { words: 3 }],
      greeted: Array(3).fill({ greeting: 'Hello, issue 1' }),
      tools: ['room_issue_greet'],
      paths: ['/api/records/count_words', '/api/room/room_issue_greet'],
      reference: ['docs/reference/operations.md', 'docs/reference/access.md'],
      wrongAdmissions: [],
      acceptedBadInput: [],
      differingRefusals: [],
    })
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
})
