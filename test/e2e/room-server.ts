import { join } from 'node:path'
import { startTestServer } from './test-server.ts'

/** Starts a server for a test file, with helpers for rooms. */
export function startRoomServer(...given: Parameters<typeof startTestServer>) {
  const server = startTestServer(...given)
  const callRoom = createRoomCaller(server.url)
  return {
    ...server,
    callRoom,
    /** Creates a project with the sample workspace; returns its folder, its room's path and its operations. */
    async createSampleRoom() {
      const { id } = await server.createProject()
      await callRoom(id, 'room_workspace_bind', { sample: true })
      const call = <T = { [key: string]: unknown }>(name: string, input: object = {}) => callRoom<T>(id, name, input)
      return { id, root: join(server.home, 'rooms', id), path: `/p/${id}/room`, call }
    },
  }
}

/** Calls room operations over HTTP. */
export function createRoomCaller(url: () => string) {
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
