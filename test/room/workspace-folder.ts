import { lstatSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { initWorkspace } from '../../src/room/workspace/init.ts'
import { openWorkspace } from '../../src/room/workspace/open.ts'
import { fileIdentity } from '../../src/room/workspace/read-jailed.ts'

export const at = '2026-03-01T12:00:00.000Z'
/** What no answer of the workspace may ever hold. */
export const keyText = `${'c2Vj'.repeat(10)}cmV0\n`

export type Files = { [path: string]: string | Uint8Array }

export function temporaryFolder(): string {
  const made = realpathSync(mkdtempSync(join(tmpdir(), 'daybook-room-')))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

export function put(root: string, files: Files): void {
  for (const [path, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), bytes)
  }
}

/** A workspace with a key, opened with a clock that is stopped until it is moved. */
export async function makeWorkspace(files: Files = {}) {
  const root = temporaryFolder()
  await initWorkspace(root, { projectId: 'bell', displayName: 'Bell', at })
  put(root, { '.control-room/audit/secret.key': keyText, ...files })
  const clock = { ms: 0 }
  const workspace = await openWorkspace(root, { refused: keysOf, now: () => clock.ms })
  const later = () => {
    clock.ms += 1001
    return workspace.vfs.snapshot()
  }
  return { root, workspace, later, snapshot: () => workspace.vfs.snapshot() }
}

/** The identities of the keys, which the jail is told. */
export async function keysOf(root: string): Promise<Set<string>> {
  const audit = join(root, '.control-room/audit')
  const names = readdirSync(audit, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.key'))
  return new Set(names.map(name => fileIdentity(lstatSync(join(audit, name), { bigint: true }))))
}
