import { expect, it } from 'vitest'
import type { AppContext } from '../../src/app.ts'
import { serveHttp } from '../../src/entry/http/server.ts'
import { Fault } from '../../src/kernel/fault.ts'
import { type Access, type Operation, roles } from '../../src/kernel/operation.ts'
import { operations } from '../../src/operations.ts'
import { callOperation } from '../../src/projects/door.ts'
import { addToken, createPrincipal, setMembership } from '../../src/projects/tokens.ts'
import { eventRoutes } from '../../src/room/event-routes.ts'
import { toolsets } from '../../src/toolsets.ts'
import { send } from '../http/serving.ts'
import { onBothEngines } from '../support/engines.ts'
import { tempHome } from '../support/tempdir.ts'

// Every operation × everybody who may call. The list of operations is the permission matrix: docs/reference/access.md.

/** Who calls, from the least to the most. */
const callers = ['stranger', 'reader', 'writer', 'admin', 'owner'] as const
type Caller = (typeof callers)[number]

/** The addresses of the server that are no operations. */
const furtherAddresses: ReadonlyArray<readonly [path: string, access: Access]> = [
  ['/api/openapi.json', 'anyone'],
  ['/api/feed', 'anyone'],
  ['/api/diary/runs/run-2026-05-12-0a1b2c3d4e5f/events', 'owner'],
  ['/diary/2026-05-12/report.html', 'owner'],
  ['/diary/2026-05-12/report.md', 'owner'],
  ...eventRoutes.map(({ path }) => [path.replace('{id}', 'conf-1'), 'reader'] as const),
]

onBothEngines('Everybody may call what is theirs to call, and nothing else', store => {
  async function team() {
    const { db } = store.app
    const tokens: { [caller: string]: string } = {}
    await store.call('create_project', { name: 'Team', id: 'team' })
    const root = await store.call('create_record', {
      project_id: 'team',
      type: 'note',
      title: 'T',
      summary: 'S',
      body: 'B',
    })
    await store.call('create_project', { name: 'Trashed', id: 'trashed' })
    for (const caller of callers) {
      if (caller === 'owner') continue
      const { secret } = await db.write(async tx => {
        await createPrincipal(tx, { id: caller })
        for (const project of ['team', 'trashed']) {
          if (caller !== 'stranger') await setMembership(tx, { principal: caller, project, role: caller })
        }
        return addToken(tx, { principal: caller, label: 'test', now: '2026-11-16T00:00:00.000Z' })
      })
      tokens[caller] = secret
    }
    await store.call('project_delete', { id: 'trashed', force: true })
    const owner: string = root.session_id
    return { record: root.record.id as string, session: owner, tokens }
  }

  it('is admitted or refused by every operation as it declares', async () => {
    const { record, session } = await team()
    const sessions: { [caller: string]: string } = { owner: session }
    for (const caller of roles) {
      sessions[caller] = (await store.call('activate', { id: record }, { principal: caller })).session_id
    }
    const wrong: string[] = []
    for (const operation of operations) {
      for (const caller of callers) {
        const admitted = await isAdmitted(operation, caller, { record, session: sessions[caller] ?? session })
        if (admitted !== mayCall(operation.access, caller))
          wrong.push(`${operation.name} ${operation.access} ${caller}`)
      }
    }
    expect(wrong).toEqual([])
  })

  /** The door with an operation that finds what it is about as ever, but takes any arguments and does nothing. */
  async function isAdmitted(
    operation: Operation<AppContext>,
    caller: Caller,
    { record, session }: { record: string; session: string },
  ): Promise<boolean> {
    const inTrash = ['project_restore', 'project_purge'].includes(operation.name)
    const project = inTrash ? 'trashed' : 'team'
    const about: { [field: string]: unknown } = {
      id: operation.toolset === 'context' || operation.name === 'get_project' ? project : record,
      project,
      project_id: project,
      projectId: project,
      record_id: record,
      parent_id: record,
      session_id: session,
    }
    let hasRun = false
    const harmless: Operation<AppContext> = {
      ...operation,
      parse: () => about,
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
      await callOperation(harmless, {}, { ...store.app, call: { principal, project: 'team' } })
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      expect([operation.name, error.code]).toEqual([
        operation.name,
        expect.stringMatching(/^(FORBIDDEN|(PROJECT|RECORD|SESSION)_NOT_FOUND)$/),
      ])
    }
    return hasRun
  }

  it('needs a token at every address of a server that others reach', async () => {
    const { tokens } = await team()
    const server = await serveHttp(store.app, {
      host: '127.0.0.1',
      port: 0,
      toolsets: toolsets.map(({ name }) => name),
      version: '9.9.9',
      publicUrl: 'https://daybook.example',
      webRoot: tempHome(),
    })
    try {
      const port = Number(new URL(server.url).port)
      const host = { host: 'daybook.example' }
      const json = { ...host, 'content-type': 'application/json' }
      const open: string[] = []
      for (const { name, toolset } of operations) {
        const { status } = await send(port, `/api/${toolset}/${name}`, { method: 'POST', headers: json, body: '{}' })
        if (status !== 401) open.push(name)
      }
      expect(open).toEqual([])
      for (const [path, access] of furtherAddresses) {
        expect([path, (await send(port, path, { headers: host })).status]).toEqual([path, 401])
        if (access !== 'owner') continue
        const headers = { ...host, authorization: `Bearer ${tokens.admin}` }
        expect([path, (await send(port, path, { headers })).status]).toEqual([path, 403])
      }
      // What only the owner may call is refused whatever the arguments are.
      for (const { name, toolset } of operations.filter(({ access }) => access === 'owner')) {
        const headers = { ...json, authorization: `Bearer ${tokens.admin}`, 'x-daybook-project': 'team' }
        const { status } = await send(port, `/api/${toolset}/${name}`, { method: 'POST', headers, body: '{"x":1}' })
        expect([name, status]).toEqual([name, 403])
      }
    } finally {
      await server.close()
    }
  })
})

function mayCall(access: Access, caller: Caller): boolean {
  if (access === 'anyone') return true
  return callers.indexOf(caller) >= callers.indexOf(access)
}
