import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Screens } from './accessibility.ts'
import type { startRoomServer } from './room-server.ts'

type Rooms = Pick<ReturnType<typeof startRoomServer>, 'createProject' | 'createSampleRoom'>

export const keeperScene = 'Story/Scenes/SCN-01-the-keeper.md'

/** The paths of all file screens, one of a project without a folder; `other` shows files. */
export async function fileScreens({ createProject, createSampleRoom }: Rooms): Promise<Screens> {
  const { root, path } = await createSampleRoom()
  const bare = await createProject()
  writeFileSync(join(root, 'Story/Scenes/long.md'), `# Long\n\n${'unbroken'.repeat(60)}\n`)
  const file = `${path}/files?path=${keeperScene}`
  return {
    main: [`/p/${bare.id}/room`, path, `${path}/files?q=bell`, `${file}&edit=true`],
    other: [
      `${path}/files`,
      `${path}/files?path=Story/Scenes/long.md`,
      `${file}&view=raw&from=9&to=9`,
      `${path}/files?path=Story/SCN-outline.md`,
      `${path}/files?path=Story/nowhere.md`,
    ],
  }
}

/** The paths of the screens of issues, canon and runs, in a room with data on each. */
export async function workScreens({ createSampleRoom }: Rooms): Promise<string[]> {
  const { path, call } = await createSampleRoom()
  await call('room_canon_build', { wait: true })
  await call('room_issue_comment', { id: 1, body: 'It rings **twice**.', impactLevel: 'minor' })
  const { run_id, ...begun } = await call<{ run_id: string }>('room_run_start', {
    recipe_id: 'analytical_prose',
    args: { scene_path: keeperScene },
  })
  expect(begun).toHaveProperty('status')
  await expect.poll(async () => (await call('room_run_show', { id: run_id })).status).toBe('done')
  await call('room_session_link', { sessionId: `pipeline-${run_id}`, issueId: 1 })
  return ['issues', 'issues/1', 'canon', 'runs', `runs/${run_id}`].map(place => `${path}/${place}`)
}

/** The paths of all screens of agents and settings. */
export async function settingScreens({ createSampleRoom }: Rooms): Promise<string[]> {
  const { root, path, call } = await createSampleRoom()
  writeFolderEndpoint(root, 'critic', 'http://127.0.0.1:9')
  await call('room_notification_create', { level: 'error', message: 'Something is wrong', source: 'test' })
  const places = [
    'agents',
    'agents/editor',
    'agents/critic',
    'providers',
    'prompts',
    'telemetry',
    'notifications',
    'settings',
  ]
  return places.map(place => `${path}/${place}`)
}

/** Writes an endpoint into the folder, as if it had come with it. */
export function writeFolderEndpoint(root: string, agent: string, baseUrl: string): void {
  const endpoint = { provider: 'custom', model: 'small', baseUrl }
  const file = join(root, '.control-room/agents/agent-endpoints.json')
  writeFileSync(file, JSON.stringify({ version: 1, agents: { [agent]: endpoint } }))
}

/** Creates a room with two tool runs in one session. */
export async function createAuditedRoom({ createSampleRoom }: Rooms) {
  const room = await createSampleRoom()
  const run = (more: object) =>
    room.call<{ session_id: string; receipt_id: string }>('room_tool_run', {
      id: 'file_reader',
      args: { file_path: keeperScene },
      ...more,
    })
  const { session_id: session, receipt_id: first } = await run({})
  const { receipt_id: second } = await run({ session_id: session })
  const log = join(room.root, '.control-room/audit/sessions', session, 'tool_receipts.jsonl')
  return { ...room, session, first, second, log, page: `${room.path}/receipts` }
}
