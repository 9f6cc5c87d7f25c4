import type { visiting } from './web-visitor.ts'

type Visitor = Pick<ReturnType<typeof visiting>, 'project' | 'chat'>

/** A project with something on every screen. */
export async function furnishRecords({ project, chat }: Visitor) {
  const { id, path } = await project()
  const writer = chat(id)
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

/** The address of every screen of the records, by what it shows. */
export async function recordScreens(visitor: Visitor): Promise<{ [screen: string]: string }> {
  const { path, root, child } = await furnishRecords(visitor)
  const empty = await visitor.project()
  return {
    overview: path,
    tree: `${path}/tree`,
    record: `${path}/${root}`,
    'child record': `${path}/${child}`,
    'agent context': `${path}/${root}?view=context`,
    editing: `${path}/${root}?edit=true`,
    'new record': `${path}/new?parent=${root}`,
    search: `${path}/search?q=clock`,
    'search without words': `${path}/search`,
    history: `${path}/${root}/history`,
    'history side by side': `${path}/${root}/history?split=true`,
    'no conflict': `${path}/${root}/conflict`,
    sessions: `${path}/sessions`,
    activity: `${path}/activity`,
    'an empty project': empty.path,
    'an unknown record': `${path}/R99999`,
    'an unknown page': '/nowhere',
  }
}
