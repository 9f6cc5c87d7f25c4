import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { type FaultCode, faultTable } from '../../src/kernel/fault.ts'
import { createEmptyStore } from '../support/engines.ts'
import { tempHome } from '../support/tempdir.ts'
import { rootRecord } from './root-record.ts'
import { type Answer, call, member, type Served, send, serving } from './serving.ts'

type Provocation = (served: Served) => Promise<Answer>

/** The codes only Context answers with, as text. */
const inContext = {
  PROJECT_AMBIGUOUS: async port => {
    for (const id of ['one', 'two']) await ask(port, 'project_create', { name: 'Twins', id })
    return ask(port, 'project_get', { id: 'Twins' })
  },
  PROJECT_IN_USE: async port => {
    await ask(port, 'project_create', { name: 'Busy', id: 'busy' })
    await call(port, 'create_record', rootRecord('busy', 'Begun'))
    return ask(port, 'project_delete', { id: 'busy' })
  },
  SUMMARY_REQUIRED: port => ask(port, 'context_summarize', { projectId: 'nowhere', summary: ' \n' }),
  NO_FIELDS: port => ask(port, 'project_update', { id: 'nowhere' }),
  TEMPLATE_NOT_FOUND: port => ask(port, 'prompt_get', { projectId: 'default', templateName: 'nothing' }),
  INSTRUCTION_AMBIGUOUS: port => ask(port, 'template_preview', { projectId: 'default', instruction: 'task' }),
  PATH_MISSING: async port => {
    await ask(port, 'project_update', { id: 'default', projectPath: join(tempHome(), 'gone') })
    return ask(port, 'context_build', { projectId: 'default' })
  },
  PROMPT_FILE_INVALID: async port => {
    const folder = tempHome()
    await mkdir(join(folder, '.daybook'))
    await writeFile(join(folder, '.daybook/prompts.md'), '##### Open\n```\nnever closed\n')
    await ask(port, 'project_update', { id: 'default', projectPath: folder })
    return ask(port, 'prompt_list', { projectId: 'default' })
  },
  BUDGET_TOO_SMALL: async port => {
    await ask(port, 'context_summarize', { projectId: 'default', summary: 'word '.repeat(2000) })
    return ask(port, 'context_build', { projectId: 'default', maxTokens: 200 })
  },
} satisfies { [code in FaultCode]?: (port: number) => Promise<Answer> }

/** Codes of the room, which its own tests provoke. */
type InRoom =
  | 'AUDIT_TAMPERED'
  | 'KEY_UNSAFE'
  | 'UNAUTHORIZED'
  | 'NOT_FOUND'
  | 'REFUSED'
  | 'TOO_LARGE'
  | 'NOT_TEXT'
  | 'UNPROCESSABLE'
  | 'QUEUE_FULL'
  | 'TOO_MANY_TRIES'

/** For each other code of the table a call that must fail with it. */
const provocations: Record<Exclude<FaultCode, keyof typeof inContext | InRoom>, Provocation> = {
  INVALID_INPUT: ({ port }) => call(port, 'create_project', { nmae: 'Typo' }),
  PROJECT_NOT_FOUND: ({ port }) => call(port, 'get_project', { id: 'nowhere' }),
  PROJECT_EXISTS: ({ port }) => call(port, 'create_project', { name: 'Again', id: 'DEFAULT' }),
  RECORD_NOT_FOUND: ({ port }) => call(port, 'activate', { id: 'R999' }),
  SESSION_NOT_FOUND: ({ port }) => call(port, 'save_session', { session_id: 'ses_0000000000000000000000' }),
  NOT_ACTIVATED: async ({ port }) => {
    const { id } = await root(port)
    return call(port, 'update_record', { id, title: 'Unseen' })
  },
  PARENT_NOT_ACTIVATED: async ({ port }) => {
    const { id } = await root(port)
    return call(port, 'create_record', child(id))
  },
  INVALID_TRANSITION: async ({ port }) => {
    const { id, session_id } = await root(port)
    return call(port, 'transition', { id, to_state: 'OPEN', session_id })
  },
  CONFLICT: async ({ port }) => {
    const { id, session_id } = await root(port)
    const other = (await call(port, 'activate', { id, override: true })).json()
    await call(port, 'transition', { id, to_state: 'LATER', reason: 'Not now', session_id: other.session_id })
    return call(port, 'transition', { id, to_state: 'DISCARDED', reason: 'Never', session_id })
  },
  DEPTH_EXCEEDED: async ({ port }) => {
    let { id, session_id } = await root(port)
    for (let depth = 2; depth <= 10; depth++) {
      id = (await call(port, 'create_record', { ...child(id), session_id })).json().record.id
    }
    return call(port, 'create_record', { ...child(id), session_id })
  },
  VERSION_NOT_FOUND: async ({ port }) => {
    const { id } = await root(port)
    return call(port, 'get_record_diff', { id, from: 'v7' })
  },
  SESSION_PROJECT_MISMATCH: async ({ port }) => {
    await call(port, 'create_project', { name: 'Other' })
    const { session_id } = await root(port)
    const { id } = await root(port, 'other')
    return call(port, 'activate', { id, session_id })
  },
  FORBIDDEN: async ({ port, app }) => {
    const { headers } = await member(app, 'anna', 'default', 'reader')
    return call(port, 'create_record', rootRecord('default', 'Not allowed'), headers)
  },
  BUSY: async ({ port }) => call(port, 'create_record', rootRecord('default', 'Locked out')),
  INTERNAL: async ({ port, app }) => {
    await app.db.write(tx => tx.raw('alter table activity rename to elsewhere'))
    return call(port, 'create_record', rootRecord('default', 'Broken'))
  },
}

const simple = Object.entries(provocations).filter(([code]) => code !== 'BUSY')

test.each(simple)('%s is answered with its own status and the toolset’s failure shape', async (code, provoke) => {
  expectFault(await provoke(await serving()), code)
})

test.each(Object.entries(inContext))(
  '%s is answered with its own status and a text to go on from',
  async (code, provoke) => {
    const { port } = await serving({ toolsets: ['records', 'context'] })
    const { status, json } = await provoke(port)

    expect(json()).toEqual({ isError: true, code, text: expect.stringMatching(/\.$/) })
    // The keys of the table are its codes.
    expect(status).toBe(faultTable[code as FaultCode].http)
  },
)

test('BUSY is answered with 503 and the time to wait', async () => {
  const { location, drop } = await createEmptyStore('postgres')
  onTestFinished(drop)
  const served = await serving({ location })
  // The one connection that is open will serve the call, and need not wait for five seconds.
  await served.app.db.read(tx => tx.raw(`set lock_timeout = '200ms'`))
  const holder = new pg.Client({ connectionString: location })
  await holder.connect()
  onTestFinished(() => holder.end())
  await holder.query(`begin; select * from projects where id = 'default' for update`)
  const answer = await provocations.BUSY(served)

  expectFault(answer, 'BUSY')
  expect(answer.headers['retry-after']).toBe('1')
})

test('a conflicting update is a result, not a failure', async () => {
  const { port } = await serving()
  const { id, session_id } = await root(port)
  const other = (await call(port, 'activate', { id, override: true })).json()
  await call(port, 'update_record', { id, body: 'version A', session_id: other.session_id })
  const answer = await call(port, 'update_record', { id, body: 'version B', session_id })

  expect(answer.status).toBe(200)
  expect(answer.json()).toMatchObject({ applied: false, conflict: { current_version: 2 } })
})

function expectFault({ status, json }: Answer, code: string) {
  const { error } = json()
  expect(error).toMatchObject({ code, message: expect.any(String), recovery_hint: expect.any(String) })
  // The keys of the table are its codes.
  expect(status).toBe(faultTable[code as FaultCode].http)
}

function ask(port: number, operation: string, args: unknown): Promise<Answer> {
  const headers = { 'content-type': 'application/json' }
  return send(port, `/api/context/${operation}`, { method: 'POST', headers, body: JSON.stringify(args) })
}

async function root(port: number, project = 'default'): Promise<{ id: string; session_id: string }> {
  const { record, session_id } = (await call(port, 'create_record', rootRecord(project, 'Root'))).json()
  return { id: record.id, session_id }
}

function child(parent_id: string) {
  return { parent_id, title: 'Child', type: 'note', summary: 'Below.', body: 'Deeper.' }
}
