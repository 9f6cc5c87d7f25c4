import type { Screens } from './accessibility.ts'
import type { startTestServer } from './test-server.ts'

type TestServer = Pick<ReturnType<typeof startTestServer>, 'createProject' | 'startChat'>

/** Creates a project with data for every screen. */
export async function seedRecords({ createProject, startChat }: TestServer) {
  const { id, path } = await createProject()
  const writer = startChat(id)
  const root = await writer.write({
    title: 'How do we merge offline edits?',
    body: '# Facts\n\n- wall clocks differ\n- `ticks` do not\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n> quoted\n\n```\ncode\n```\n',
    metadata: {
      topic: 'clock',
      evidence: [{ kind: 'file', ref: 'notes/gone.md', lines: '1-2' }],
    },
  })
  const child = await writer.write({ title: 'Use a logical clock', parent_id: root.id, type: 'conclusion' })
  const later = await writer.write({ title: 'Vector clocks', parent_id: root.id, related: [child.id], type: 'option' })
  await writer.transition(later.id, { to_state: 'LATER', reason: 'too heavy for now' })
  const dropped = await writer.write({ title: 'Trust wall clocks', parent_id: root.id, type: 'option' })
  await writer.transition(dropped.id, { to_state: 'DISCARDED', reason: 'they differ' })
  await writer.update(root.id, { body: 'Rewritten.\n\n## More\n\nText with R001.\n', summary: 'Changed.' })
  await writer.save('Clock talked over')
  return { id, path, root: root.id, child: child.id }
}

/** The paths of all record screens; `other` has other views and empty states. */
export async function recordScreens(server: TestServer): Promise<Screens> {
  const { path, root, child } = await seedRecords(server)
  const empty = await server.createProject()
  const record = `${path}/${root}`
  const lists = ['', '/tree', '/search?q=clock', '/sessions', '/activity'].map(place => `${path}${place}`)
  return {
    main: [...lists, record, `${record}?edit=true`, `${record}/history`, `${path}/new?parent=${root}`],
    other: [
      `${path}/${child}`,
      `${record}?view=context`,
      `${path}/search`,
      `${record}/history?split=true`,
      `${record}/conflict`,
      empty.path,
      `${path}/R99999`,
      '/nowhere',
    ],
  }
}
