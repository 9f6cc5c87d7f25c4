import { expect, it } from 'vitest'
import { eventRoutes } from '../../src/entry/http/follow.ts'
import { serveHttp } from '../../src/entry/http/server.ts'
import type { Access } from '../../src/kernel/operation.ts'
import { operations } from '../../src/operations.ts'
import { toolsets } from '../../src/toolsets.ts'
import { send } from '../http/serving.ts'
import { createTeam, wrongAdmissions } from '../operations/access.ts'
import type { TestStore } from '../support/engines.ts'
import { tempHome } from '../support/tempdir.ts'

// Every operation × every kind of caller. The list of operations is the permission matrix: docs/reference/access.md.

/** The addresses of the server that are not operations. */
const furtherAddresses: ReadonlyArray<readonly [path: string, access: Access]> = [
  ['/api/openapi.json', 'anyone'],
  ['/api/feed', 'anyone'],
  ['/api/diary/runs/run-2026-05-12-0a1b2c3d4e5f/events', 'owner'],
  ['/diary/2026-05-12/report.html', 'owner'],
  ['/diary/2026-05-12/report.md', 'owner'],
  ...eventRoutes.map(({ path }) => [path.replace('{id}', 'conf-1'), 'reader'] as const),
]

export function checkAccess(store: TestStore): void {
  it('each caller is given or refused every operation as it declares', async () => {
    expect(await wrongAdmissions(store.app, operations, await createTeam(store.app))).toEqual([])
  })

  it('a token is needed at every address of a server that is reachable from elsewhere', async () => {
    const { tokens } = await createTeam(store.app)
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
}
