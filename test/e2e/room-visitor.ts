import { join } from 'node:path'
import { visiting } from './web-visitor.ts'

/** A server for a file of tests, whose projects may have rooms. */
export function visitingRooms(...given: Parameters<typeof visiting>) {
  const visit = visiting(...given)
  const inRoom = roomCaller(visit.url)
  return {
    ...visit,
    inRoom,
    /** A new project that works on the sample, the folder of it, the address of its room, and its operations. */
    async sampleRoom() {
      const { id } = await visit.project()
      await inRoom(id, 'room_workspace_bind', { sample: true })
      const call = <T = { [key: string]: unknown }>(name: string, input: object = {}) => inRoom<T>(id, name, input)
      return { id, root: join(visit.home, 'rooms', id), path: `/p/${id}/room`, call }
    },
  }
}

/** Calls operations of rooms on a server. */
export function roomCaller(url: () => string) {
  return async <T = { [key: string]: unknown }>(project: string, name: string, input: object): Promise<T> => {
    const response = await fetch(`${url()}/api/room/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-daybook-project': project },
      body: JSON.stringify(input),
    })
    const answer = await response.json()
    if (!response.ok) throw new Error(`${name}: ${JSON.stringify(answer)}`)
    return answer as T
  }
}
