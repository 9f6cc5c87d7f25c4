import { relative } from 'node:path'
import type { Db } from '../db/db.ts'
import type { ProjectRow } from '../db/tables.ts'
import type { DiarySettings } from '../diary/settings.ts'
import { checkFileEvidence, readCitedFile } from '../evidence/check-file.ts'
import { type CitedNow, commitRef, type Evidence, type EvidenceVerdict, issueRef } from '../evidence/evidence.ts'
import { insideRoot } from '../files/jail.ts'
import { sha256 as hashOf } from '../files/sha256.ts'
import type { Identity } from '../kernel/call.ts'
import { cutTo } from '../kernel/text.ts'
import { isOwner, mayUsePath } from '../projects/roles.ts'
import type { Rooms } from '../room/context.ts'
import { RoomFault } from '../room/faults.ts'
import type { Room } from '../room/room.ts'
import { workspaceOf } from '../room/workspace-rows.ts'

/** How many bytes of a long text are shown. */
const maxShownBytes = 64_000

interface Context {
  db: Db
  diary: DiarySettings
  rooms: Rooms
  /** DAYBOOK_HOME. */
  home: string
  /** Folders that the owner has opened to others. */
  pathRoots: readonly string[] | undefined
}

/** The project that a record with evidence belongs to. */
type Project = Pick<ProjectRow, 'id' | 'project_path'>

/** Whether what was cited is still so, as far as the caller may see it; the caller has a role in the project. */
export async function checkEvidence(
  ctx: Context,
  evidence: Evidence,
  project: Project,
  call: Identity,
): Promise<EvidenceVerdict> {
  const place = placeOf(evidence)
  if (place === 'diary') {
    // The diary is the owner's: to others nothing of it shows, not even whether something is there.
    if (!isOwner(call)) return 'unchecked'
    const { checkDiaryEvidence } = await import('../diary/ports/check-ref.ts')
    return checkDiaryEvidence(ctx.diary, evidence)
  }
  if (place === 'receipt') {
    const room = await roomOf(ctx, project)
    if (!room) return 'unchecked'
    const { checkReceipt } = await import('../room/audit/cited-receipt.ts')
    return checkReceipt(room.audit, evidence)
  }
  if (place === 'issue') {
    const room = await roomOf(ctx, project)
    if (!room || evidence.sha256 === undefined) return 'unchecked'
    const text = await issueText(room, evidence.ref)
    if (text === undefined) return 'missing'
    return hashOf(text) === evidence.sha256 ? 'verified' : 'changed'
  }
  const roots = await rootsFor(ctx, project, call)
  if (place === 'commit') {
    const { checkCommit } = await import('../diary/ports/check-ref.ts')
    return firstFound(roots, root => checkCommit(root, commitIn(evidence.ref)))
  }
  return firstFound(roots, async root =>
    (await mayRead(root, evidence, call)) ? checkFileEvidence(evidence, root) : 'unchecked',
  )
}

/** What is at the cited place now, as far as the caller may see it; undefined where nothing can be shown. */
export async function readEvidence(
  ctx: Context,
  evidence: Evidence,
  project: Project,
  call: Identity,
): Promise<CitedNow | undefined> {
  const place = placeOf(evidence)
  if (place === 'diary') {
    if (!isOwner(call)) return undefined
    const { hashCitedLines, titleOfWorkItem } = await import('../diary/ports/check-ref.ts')
    const [sha256, text] = [await hashCitedLines(ctx.diary, evidence), await titleOfWorkItem(ctx.diary, evidence)]
    return sha256 === undefined && text === undefined ? undefined : { sha256, text, cut: false }
  }
  if (place === 'receipt') {
    const room = await roomOf(ctx, project)
    const { readReceipt } = await import('../room/audit/cited-receipt.ts')
    return room && readReceipt(room.audit, evidence, maxShownBytes)
  }
  if (place === 'issue') {
    const room = await roomOf(ctx, project)
    const text = room && (await issueText(room, evidence.ref))
    return text === undefined ? undefined : shownBytes(Buffer.from(text))
  }
  for (const root of await rootsFor(ctx, project, call)) {
    if (place === 'commit') {
      const { readCommit } = await import('../diary/ports/check-ref.ts')
      const text = await readCommit(root, commitIn(evidence.ref), maxShownBytes)
      if (text !== undefined) return { sha256: undefined, text, cut: Buffer.byteLength(text) >= maxShownBytes - 3 }
      continue
    }
    const bytes = (await mayRead(root, evidence, call)) && (await readCitedFile(root, evidence.ref, evidence.lines))
    if (bytes) return shownBytes(bytes)
  }
  return undefined
}

type CitedPlace = 'diary' | 'receipt' | 'issue' | 'commit' | 'file'

function placeOf({ kind, ref }: Evidence): CitedPlace {
  if (kind === 'receipt') return 'receipt'
  if (kind !== 'file') return 'diary'
  if (commitRef.test(ref)) return 'commit'
  return issueRef.test(ref) ? 'issue' : 'file'
}

function commitIn(ref: string): string {
  return commitRef.exec(ref)?.[1] ?? ''
}

/** The folder of the project, then that of its room, as far as the caller may have this machine look there. */
async function rootsFor({ db, home, pathRoots }: Context, project: Project, call: Identity): Promise<string[]> {
  const room = await db.read(tx => workspaceOf(tx, home, project.id))
  const folders = [project.project_path, room?.path].filter(folder => folder !== null && folder !== undefined)
  return [...new Set(folders)].filter(folder => folder !== '' && mayUsePath(call, folder, pathRoots))
}

/** Files whose names are hidden hold settings and passwords (`.env`, `.git/config`): others see no more of them than of a room's. */
async function mayRead(root: string, { ref }: Evidence, call: Identity): Promise<boolean> {
  if (isOwner(call)) return true
  const [base, path] = [await insideRoot(root, '.'), await insideRoot(root, ref)]
  const inside = path !== undefined && base !== undefined ? relative(base, path) : ref
  return !inside.split(/[\\/]/).some(name => name.startsWith('.'))
}

/** The verdict of the first folder that has what was cited. */
async function firstFound(
  roots: readonly string[],
  check: (root: string) => Promise<EvidenceVerdict>,
): Promise<EvidenceVerdict> {
  let verdict: EvidenceVerdict = 'unchecked'
  for (const root of roots) {
    verdict = await check(root)
    if (verdict !== 'missing') return verdict
  }
  return verdict
}

/** Undefined where the project has no room, or its folder is gone. */
async function roomOf({ rooms }: Context, { id }: Project): Promise<Room | undefined> {
  try {
    return await rooms.of({ id })
  } catch (error) {
    if (error instanceof RoomFault) return undefined
    throw error
  }
}

/** What a person reads of an issue, without its comments. */
async function issueText(room: Room, ref: string): Promise<string | undefined> {
  const issue = await room.issues.get(Number(issueRef.exec(ref)?.[1]))
  return issue && `${issue.title}\n\n${issue.body}`
}

function shownBytes(bytes: Buffer): CitedNow {
  return {
    sha256: hashOf(bytes),
    text: bytes.includes(0) ? undefined : cutTo(bytes.toString('utf8'), maxShownBytes),
    cut: bytes.length > maxShownBytes,
  }
}
