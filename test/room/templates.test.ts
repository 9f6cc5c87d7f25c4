import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openApp } from '../../src/app.ts'
import { invoke } from '../../src/invoke.ts'
import { operationNamed } from '../../src/operations.ts'
import { localPrincipal } from '../../src/projects/roles.ts'
import { tempHome } from '../support/tempdir.ts'

async function openedHome() {
  const home = tempHome()
  const app = await openApp({ location: join(home, 'daybook.db'), room: { home, env: {} } })
  onTestFinished(() => app.close())
  return async (name: string, args: object = {}) => {
    const operation = operationNamed(name)
    if (!operation) throw new Error(`No operation ${name}.`)
    const outcome = await invoke(app, operation, args, { principal: localPrincipal, project: 'default' })
    if (!outcome.ok) throw outcome.fault
    return outcome.result
  }
}

function folderWith(files: { [path: string]: string }): string {
  const root = tempHome()
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

const repository = {
  '.git/HEAD': 'ref: refs/heads/main\n',
  'README.md': '# Queue\n\nThe retry runs every nine minutes.\n',
  'docs/retry.md': '# Retry\n\nInterval: every five minutes\nAttempts: 3\n\nWhat failed is sent again.\n',
  'src/retry.ts': '// The retry makes three attempts.\nexport const attempts = 3\n',
  'node_modules/left/index.js': 'module.exports = 1\n',
  'package-lock.json': '{}\n',
}

test('a git repository gets the template for code and documents: no folders of a story, code is shown, what tools made is not', async () => {
  const call = await openedHome()
  const root = folderWith(repository)
  expect(await call('room_workspace_bind', { path: root })).toMatchObject({ template: 'code', rootFiles: true })
  expect(await call('room_tree_show')).toMatchObject({
    files: [
      { path: 'README.md', class: 'scene' },
      { path: 'docs/retry.md', class: 'compendium' },
      { path: 'src/retry.ts', class: 'scene' },
    ],
  })
  expect(['Story', 'Compendium', 'private'].filter(name => existsSync(join(root, name)))).toEqual([])
  expect(existsSync(join(root, '.control-room/.gitignore'))).toBe(true)
  expect(await call('room_agent_list_all')).toMatchObject({
    agents: [{ id: 'chief' }, { id: 'editor' }, { id: 'critic' }, { id: 'continuity' }],
  })
})

test('an empty folder gets the template for stories, and either can be asked for', async () => {
  const empty = await openedHome()
  const root = tempHome()
  await empty('room_workspace_bind', { path: root })
  expect(existsSync(join(root, 'Story/Scenes'))).toBe(true)

  const asked = await openedHome()
  const other = folderWith(repository)
  await asked('room_workspace_bind', { path: other, template: 'story' })
  expect(existsSync(join(other, 'Story/Scenes'))).toBe(true)
})

test('what the documents of a repository state is compared with its other texts and its code', async () => {
  const call = await openedHome()
  await call('room_workspace_bind', { path: folderWith(repository) })
  const checked = async (scene_path: string) =>
    JSON.stringify(await call('canon_checker', { scene_path, canon_paths: ['docs/retry.md'] }))
  expect(await checked('README.md')).toMatch(/contradiction/)
  expect(await checked('README.md')).toContain('every nine minutes')
  expect(await checked('src/retry.ts')).not.toMatch(/"status":"contradiction"/)
})

test('a round that found a contradiction leaves its issue open, and saving a conference twice gives one issue (review rows 27 and 28)', async () => {
  const call = await openedHome()
  await call('room_workspace_bind', { path: folderWith(repository) })
  const { id } = (await call('room_conference_open', {})) as { id: string }
  const ask = (prompt: string) => call('room_round_run', { conferenceId: id, prompt })
  expect(await ask('Check README.md against the documents. Does anything contradict?')).toMatchObject({
    state: 'closed',
  })
  expect(await call('room_issue_list')).toMatchObject({ issues: [{ id: 1, status: 'open', openedBy: 'conference' }] })
  const once = await call('room_conference_save_issue', { id })
  expect(await call('room_conference_save_issue', { id })).toEqual(once)
  await ask('Check src/retry.ts against the documents. Does anything contradict?')
  expect(await call('room_issue_list', { status: 'open' })).toMatchObject({ issues: [{ id: 1 }] })
})

test('a room without receipts does not say that it was verified (review row 23)', async () => {
  const call = await openedHome()
  await call('room_workspace_bind', { path: folderWith(repository) })
  expect(await call('room_status_show')).toMatchObject({ audit: { status: 'ok', receipts: 0 } })
  await call('room_tool_run', { id: 'file_locator', args: { search_criteria: '*' } })
  expect(await call('room_status_show')).toMatchObject({ audit: { status: 'ok', receipts: 1 } })
})
