import { join } from 'node:path'
import type { Screens } from './look.ts'
import type { visiting } from './web-visitor.ts'

type Visitor = Pick<ReturnType<typeof visiting>, 'home' | 'project' | 'chat' | 'call'>

/** A project with something on every screen, one without anything, one in the trash and one whose folder is gone. */
export async function furnishContext({ home, project, chat, call }: Visitor) {
  const [full, empty, lost] = [await project(), await project(), await project()]
  await chat(full.id).write({ title: 'How do we merge offline edits?' })
  await call('project_update', { id: full.id, slice: '104-slice.merge', customData: { additionalNotes: 'Ask first.' } })
  await call('context_summarize', { projectId: full.id, summary: 'Clock chosen.\nNext: merge.' })
  await call('context_build', { projectId: full.id })
  await call('context_summarize', { projectId: full.id, summary: 'Clock chosen.\nNext: vectors.' })
  await call('project_update', { id: lost.id, projectPath: join(home, 'nowhere') })
  await call('project_create', { name: 'Garden', id: `garden-${full.id}` })
  await call('project_delete', { id: `garden-${full.id}` })
  return { full: full.id, empty: empty.id, lost: lost.id }
}

/** The address of every screen of the context; the other ones show a difference, an editor, a prompt, nothing, or a fault. */
export async function contextScreens(visitor: Visitor): Promise<Screens> {
  const { full, empty, lost } = await furnishContext(visitor)
  const context = `/p/${full}/context`
  return {
    main: ['/projects', context, `${context}/project`, `${context}/state`, `${context}/prompts`],
    other: [
      `${context}/state?n=1&against=now`,
      `${context}/state?edit=true`,
      `${context}/prompts?key=review&view=filled`,
      `/p/${empty}/context/state`,
      `/p/${lost}/context`,
    ],
  }
}
