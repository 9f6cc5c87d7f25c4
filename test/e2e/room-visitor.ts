import { join } from 'node:path'
import { visiting } from './web-visitor.ts'

/** A server for a file of tests, whose projects may have rooms. */
export function visitingRooms(...given: Parameters<typeof visiting>) {
  const visit = visiting(...given)

  /** Calls an operation of the room of a project. */
  async function inRoom<T = { [key: string]: unknown }>(project: string, name: string, input: unknown): Promise<T> {
    const response = await fetch(`${visit.url()}/api/room/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-daybook-project': project },
      body: JSON.stringify(input),
    })
    const answer = await response.json()
    if (!response.ok) throw new Error(`${name}: ${JSON.stringify(answer)}`)
    return answer as T
  }

  return {
    ...visit,
    inRoom,
    /** A new project that works on the sample, the folder of it and the address of its room. */
    async sampleRoom(): Promise<{ id: string; root: string; path: string }> {
      const { id } = await visit.project()
      await inRoom(id, 'room_workspace_bind', { sample: true })
      return { id, root: join(visit.home, 'rooms', id), path: `/p/${id}/room` }
    },
  }
}
