import type { App, AppContext } from '../../src/app.ts'
import { invoke } from '../../src/invoke.ts'
import { Fault } from '../../src/kernel/fault.ts'
import { type Access, type Operation, roles } from '../../src/kernel/operation.ts'
import { operationNamed } from '../../src/operations.ts'
import { callOperation } from '../../src/projects/call-operation.ts'
import { addToken, createPrincipal, setMembership } from '../../src/projects/tokens.ts'

/** Who calls, from the least to the most rights. */
const callers = ['stranger', 'reader', 'writer', 'admin', 'owner'] as const
type Caller = (typeof callers)[number]

/** A project with a record, a project in the trash, a member of both for each role, and a stranger. */
export interface Team {
  record: string
  session: string
  /** The secret of each caller's token. */
  tokens: { [caller: string]: string }
}

export async function createTeam(app: App): Promise<Team> {
  const tokens: { [caller: string]: string } = {}
  await call(app, 'create_project', { name: 'Team', id: 'team' })
  const note = { project_id: 'team', type: 'note', title: 'T', summary: 'S', body: 'B' }
  const root = await call(app, 'create_record', note)
  await call(app, 'create_project', { name: 'Trashed', id: 'trashed' })
  for (const caller of callers) {
    if (caller === 'owner') continue
    const { secret } = await app.db.write(async tx => {
      await createPrincipal(tx, { id: caller })
      for (const project of ['team', 'trashed']) {
        if (caller !== 'stranger') await setMembership(tx, { principal: caller, project, role: caller })
      }
      return addToken(tx, { principal: caller, label: 'test', now: '2026-11-16T00:00:00.000Z' })
    })
    tokens[caller] = secret
  }
  await call(app, 'project_delete', { id: 'trashed', force: true })
  const { id } = root.record as { id: string }
  return { record: id, session: String(root.session_id), tokens }
}

/** The operations that admit a caller they should refuse, or refuse one they should admit: `name access caller`. */
export async function wrongAdmissions(
  app: App,
  operations: readonly Operation<AppContext>[],
  { record, session }: Team,
): Promise<string[]> {
  const sessions: { [caller: string]: string } = { owner: session }
  for (const principal of roles) {
    sessions[principal] = String((await call(app, 'activate', { id: record }, principal)).session_id)
  }
  const wrong: string[] = []
  for (const operation of operations) {
    for (const caller of callers) {
      const admission = await admit(app, operation, caller, { record, session: sessions[caller] ?? session })
      const expected = mayCall(operation.access, caller) ? 'admitted' : 'refused'
      if (admission !== expected) wrong.push(`${operation.name} ${operation.access} ${caller}: ${admission}`)
    }
  }
  return wrong
}

/** Calls an operation that finds its project as usual, but takes any arguments and does nothing. */
async function admit(
  app: App,
  operation: Operation<AppContext>,
  caller: Caller,
  named: { record: string; session: string },
): Promise<string> {
  let hasRun = false
  // An operation may be about a record, a project, or a project in the trash; one of these is its own.
  for (const { id, project } of [
    { id: named.record, project: 'team' },
    { id: 'team', project: 'team' },
    { id: 'trashed', project: 'trashed' },
  ]) {
    const harmless: Operation<AppContext> = {
      ...operation,
      parse: () => ({
        id,
        project,
        project_id: project,
        projectId: project,
        record_id: named.record,
        parent_id: named.record,
        session_id: named.session,
      }),
      output: operation.output.partial().loose(),
      refusal: () => undefined,
      toStatus: () => ({}),
      async run() {
        hasRun = true
        return {}
      },
    }
    const principal = caller === 'owner' ? 'local' : caller
    try {
      await callOperation(harmless, {}, { ...app, call: { principal, project: 'team' } })
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      if (!/^(FORBIDDEN|(PROJECT|RECORD|SESSION)_NOT_FOUND)$/.test(error.code)) return error.code
    }
    if (hasRun) return 'admitted'
  }
  return 'refused'
}

function mayCall(access: Access, caller: Caller): boolean {
  return access === 'anyone' || callers.indexOf(caller) >= callers.indexOf(access)
}

async function call(app: App, name: string, args: object, principal = 'local'): Promise<{ [key: string]: unknown }> {
  const operation = operationNamed(name)
  const outcome = operation && (await invoke(app, operation, args, { principal }))
  if (!outcome?.ok) throw new Error(`${name}: ${outcome?.fault.message ?? 'not declared'}`)
  return outcome.result
}
