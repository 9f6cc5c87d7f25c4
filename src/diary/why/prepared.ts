import { dayAt } from '../dates/zone.ts'
import { orUndefined } from '../rejection.ts'
import type { DiarySettings } from '../settings.ts'
import { loadEnvelope } from '../workspace/envelope.ts'
import { readWorkspace } from '../workspace/open.ts'
import { type DiaryProject, loadProjects } from '../workspace/project.ts'
import { turnKey } from '../workspace/refs.ts'
import type { PreparedTurn } from './schema.ts'

interface SessionTurn {
  sessionId: string
  startLine: number
  at: number
}

/** Finds turns in the days that were prepared; each day is read once. */
export class PreparedDays {
  readonly #settings: DiarySettings
  readonly #days = new Map<string, Promise<DayTurns>>()

  constructor(settings: DiarySettings) {
    this.#settings = settings
  }

  async find(turn: SessionTurn): Promise<PreparedTurn | null> {
    const date = dayAt(turn.at, this.#settings.timezone)
    const day = this.#days.get(date) ?? this.#load(date)
    this.#days.set(date, day)
    return (await day).get(placeOf(turn)) ?? null
  }

  async #load(date: string): Promise<DayTurns> {
    const found = readWorkspace({ diary: this.#settings }, date, async workspace => {
      const projects = await loadProjects(workspace)
      return new Map((await Promise.all(projects.map(project => turnsIn(date, project)))).flat())
    })
    return (await orUndefined(found)) ?? new Map()
  }
}

type DayTurns = Map<string, PreparedTurn>

async function turnsIn(date: string, project: DiaryProject): Promise<[string, PreparedTurn][]> {
  const items = (await orUndefined(loadEnvelope(project)))?.items ?? []
  const itemOf = new Map(items.flatMap(item => item.covered_turns.map(turn => [turnKey(turn), item] as const)))
  return project.rows.flatMap(({ session_ref, source_session_id, turns }) =>
    turns.map(({ turn_ref, turn_start_line }): [string, PreparedTurn] => {
      const item = itemOf.get(turnKey({ session_ref, turn_ref }))
      return [
        placeOf({ sessionId: source_session_id, startLine: turn_start_line }),
        {
          ...{ date, project_key: project.key, session_ref, turn_ref },
          work_item_ref: item?.work_item_ref ?? null,
          title: item?.title ?? null,
        },
      ]
    }),
  )
}

function placeOf({ sessionId, startLine }: Pick<SessionTurn, 'sessionId' | 'startLine'>): string {
  return `${sessionId.toWellFormed()} ${startLine}`
}
