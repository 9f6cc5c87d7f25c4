import { join } from 'node:path'
import type { Screens } from './accessibility.ts'
import type { startTestServer } from './test-server.ts'

type TestServer = Pick<ReturnType<typeof startTestServer>, 'home' | 'createProject' | 'startChat' | 'call'>

/** Creates a project with data for every screen, an empty one, one in the trash and one whose folder is missing. */
export async function seedContext({ home, createProject, startChat, call }: TestServer) {
  const [full, empty, lost] = [await createProject(), await createProject(), await createProject()]
  await startChat(full.id).write({ title: 'How do we merge offline edits?' })
  await call('project_update', { id: full.id, slice: '104-slice.merge', customData: { additionalNotes: 'Ask first.' } })
  await call('context_summarize', { projectId: full.id, summary: 'Clock chosen.\nNext: merge.' })
  await call('context_build', { projectId: full.id })
  await call('context_summarize', { projectId: full.id, summary: 'Clock chosen.\nNext: vectors.' })
  await call('project_update', { id: lost.id, projectPath: join(home, 'nowhere') })
  await call('project_create', { name: 'Garden', id: `garden-${full.id}` })
  await call('project_delete', { id: `garden-${full.id}` })
  return { full: full.id, empty: empty.id, lost: lost.id }
}

/** The paths of all context screens; `other` shows a difference, an editor, a prompt, an empty state, or a fault. */
export async function contextScreens(server: TestServer): Promise<Screens> {
  const { full, empty, lost } = await seedContext(server)
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
