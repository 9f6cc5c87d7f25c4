import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { replaceFile, sweepTemporary, syncFolder } from '../../files/replace.ts'
import { quotedValue } from '../arguments.ts'
import type { DiaryContext } from '../context.ts'
import { logDiary } from '../feed.ts'
import { type Problem, Rejection } from '../rejection.ts'
import type { Chain, IndexRow } from '../schema.ts'
import { cardFile, cardWith, loadCard } from './card.ts'
import { citationsOf } from './chain-input.ts'
import { type SpanHash, spanHashes } from './facts.ts'
import { isInside, type LineSpan, spanIn } from './line-spans.ts'
import { evidenceLock, writeChecked } from './locks.ts'
import type { Workspace } from './open.ts'
import { copyOf, type DiaryProject, type IndexedTurn, loadProject, rowOf, turnsOf } from './project.ts'
import { recordProvenance } from './provenance.ts'

interface ChainsToAppend {
  workspace: Workspace
  project_key: string
  session_ref: string
  chains: readonly SubmittedChain[]
  by: string
}

/** A chain of the right shape, with the span it was made from where the writer knows it. */
interface SubmittedChain {
  chain: Chain
  span_sha256?: string | undefined
}

interface AppendedChains {
  appended: string[]
  refused: Array<{ turn_ref: string; problems: readonly Problem[] }>
}

type Context = Pick<DiaryContext, 'diary' | 'clock' | 'db' | 'log'>

/** Checks each chain by itself and commits the good ones of a session in one replacement of its card. */
export async function appendChains(ctx: Context, submitted: ChainsToAppend): Promise<AppendedChains> {
  const { workspace, project_key, session_ref, by } = submitted
  const { accepted, refused } = await writeChecked(
    workspace.root,
    evidenceLock(project_key, session_ref),
    ctx.diary.lockTimeoutMs,
    {
      file: join(workspace.root, 'projects', project_key, cardFile({ session_ref })),
      check: () => checkChains(ctx, submitted),
      isAccepted: checked => checked.accepted.length > 0,
      async write({ project, row, card, accepted }) {
        const path = join(project.folder, cardFile(row))
        await ensureFolder(dirname(path))
        await sweepTemporary(dirname(path))
        await recordProvenance(
          workspace,
          ctx.clock(),
          accepted.map(({ turn_ref }) => ({ by, operation: 'write_evidence', project_key, session_ref, turn_ref })),
        )
        await replaceFile(path, cardWith(project, row, card, accepted))
      },
    },
  )
  const appended = accepted.map(({ turn_ref }) => turn_ref)
  if (appended.length > 0) {
    const turns = appended.length
    await logDiary(ctx, workspace, {
      type: 'evidence_appended',
      project_key,
      summary: `${turns} ${turns === 1 ? 'chain' : 'chains'} appended to ${session_ref}`,
      details: { project_key, session_ref, turns, ...(turns === 1 && { turn_ref: appended[0] }) },
    })
  }
  return { appended, refused }
}

/** The one chain of a call, or the rejection that says what is wrong with it. */
export async function appendChain(
  ctx: Context,
  { chain, span_sha256, ...place }: Omit<ChainsToAppend, 'chains'> & SubmittedChain,
): Promise<void> {
  const { refused } = await appendChains(ctx, { ...place, chains: [{ chain, span_sha256 }] })
  for (const { problems } of refused) throw new Rejection(problems)
}

async function checkChains(ctx: Context, { workspace, project_key, session_ref, chains }: ChainsToAppend) {
  const project = await loadProject(workspace, project_key)
  const row = rowOf(project, session_ref)
  await copyOf(project, row)
  const { card, damage } = await cardOf(project, row)
  const taken = new Set(card?.chains.map(({ turn_ref }) => turn_ref))
  const accepted: Chain[] = []
  const refused: AppendedChains['refused'] = []
  const hashOf = spanHashes(ctx.diary, project)
  const turns = new Map(turnsOf({ rows: [row] }).map(turn => [turn.turn_ref, turn]))
  for (const { chain, span_sha256 } of chains) {
    const turn = turns.get(chain.turn_ref)
    const problems = turn
      ? [
          ...(await movedSpan(turn, span_sha256, hashOf)),
          ...damage,
          ...(taken.has(chain.turn_ref) ? [secondChain(row, chain.turn_ref)] : []),
          ...outsideSpan(chain, turn),
        ]
      : [unknownTurn(row, chain.turn_ref)]
    if (problems.length > 0) refused.push({ turn_ref: chain.turn_ref, problems })
    else {
      accepted.push(chain)
      taken.add(chain.turn_ref)
    }
  }
  return { project, row, card, accepted, refused }
}

async function cardOf(project: DiaryProject, row: IndexRow) {
  try {
    return { card: await loadCard(project, row), damage: [] }
  } catch (error) {
    if (error instanceof Rejection) return { card: undefined, damage: error.problems }
    throw error
  }
}

async function movedSpan(turn: IndexedTurn, hash: string | undefined, hashOf: SpanHash): Promise<Problem[]> {
  if (hash === undefined || hash === (await hashOf(turn))) return []
  return [
    {
      path: 'span_sha256',
      message: `the lines of ${turn.turn_ref} are not those this hash was made from`,
      hint: 'ask diary_next again: the day was refreshed and its refs may have moved',
    },
  ]
}

function secondChain(row: IndexRow, turnRef: string): Problem {
  return {
    path: 'evidence_chain.turn_ref',
    message: `${turnRef} of ${row.session_ref} already has a chain`,
    hint: 'each turn has one chain; ask diary_next for a turn without one',
  }
}

function outsideSpan(chain: Chain, span: LineSpan): Problem[] {
  return citationsOf(chain).flatMap(({ path, lines }) => {
    const cited = spanIn(lines)
    if (cited && isInside(cited, span)) return []
    return [
      {
        path: `evidence_chain.${path}`,
        message: `lines ${lines} are not inside ${chain.turn_ref}, which spans ${span.start}-${span.end}`,
        hint: `cite lines from ${span.start} to ${span.end}`,
      },
    ]
  })
}

function unknownTurn(row: IndexRow, turnRef: string): Problem {
  const refs = row.turns.map(turn => turn.turn_ref)
  return {
    path: 'evidence_chain.turn_ref',
    message: `unknown turn_ref${quotedValue(turnRef)} for session ${row.session_ref}`,
    hint:
      refs.length === 0
        ? 'this session has no indexed turn'
        : `use a turn_ref of its row in sessions.index.jsonl, ${refs[0]} to ${refs.at(-1)}`,
  }
}

async function ensureFolder(folder: string): Promise<void> {
  if ((await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined) await syncFolder(dirname(folder))
}
