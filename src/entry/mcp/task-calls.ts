import { setTimeout as sleep } from 'node:timers/promises'
import type { CallToolResult } from '@modelcontextprotocol/server'
import type { App, AppContext } from '../../app.ts'
import { pollMs } from '../../jobs/jobs.ts'
import type { Call } from '../../kernel/call.ts'
import type { Operation } from '../../kernel/operation.ts'
import type { TaskKind, TaskState } from '../../kernel/task.ts'
import { tasks as allTasks } from '../../tasks.ts'
import { askAs } from './ask.ts'
import { invalidParams, toolResult } from './results.ts'

/** Long work as a caller may see it. */
export interface Task extends TaskState {
  id: string
  /** What its operation shows, once it came to its end. */
  result?: CallToolResult
}

/** The part of tasks that needs the store; loaded with the first of them. `begins` names the kinds that are offered. */
export interface TaskCalls {
  /** Throws for what is not there for this caller. */
  look(begins: readonly string[], id: string, call: Call): Promise<Task>
  /** The same, once nothing of it goes on any more. */
  ended(begins: readonly string[], id: string, call: Call): Promise<Task>
  /** Asks for its end, which comes in a moment. Nothing happens where it has ended. */
  cancel(begins: readonly string[], id: string, call: Call): Promise<void>
}

interface AllTaskCalls extends TaskCalls {
  /** The task that a call began, from its result. */
  begun(name: string, result: Record<string, unknown>, call: Call): Promise<Task | undefined>
}

export function taskCalls(
  app: App,
  operation: (name: string) => Promise<Operation<AppContext>>,
  all: readonly TaskKind[] = allTasks,
): AllTaskCalls {
  return {
    async begun(name, result, call) {
      const id = all.find(({ begins }) => begins === name)?.idOf(result)
      return id === undefined ? undefined : look([name], id, call)
    },
    look,
    async ended(begins, id, call) {
      for (;;) {
        const task = await look(begins, id, call)
        if (task.status !== 'working' || call.signal?.aborted) return task
        await sleep(pollMs)
      }
    },
    async cancel(begins, id, call) {
      const { status } = await look(begins, id, call)
      const { kind, args } = kindOf(begins, id)
      if (status !== 'working' || (await askAs(app, operation, call)(kind.cancels, args.cancels))) return
      // It may have ended meanwhile.
      if ((await look(begins, id, call)).status === 'working') throw invalidParams('You may not end this task.', { id })
    },
  }

  async function look(begins: readonly string[], id: string, call: Call): Promise<Task> {
    const { kind, args } = kindOf(begins, id)
    const shown = await askAs(app, operation, call)(kind.shows, args.shows)
    if (!shown) throw unknownTask(id)
    const state = kind.stateOf(shown)
    if (state.status !== 'done' && state.status !== 'failed') return { id, ...state }
    const result = toolResult(await operation(kind.shows), shown)
    return { id, ...state, result: state.status === 'failed' ? { ...result, isError: true } : result }
  }

  function kindOf(begins: readonly string[], id: string) {
    for (const kind of all.filter(each => begins.includes(each.begins))) {
      const args = kind.argumentsOf(id)
      if (args) return { kind, args }
    }
    throw unknownTask(id)
  }
}

function unknownTask(id: string) {
  return invalidParams('No such task for you: use the taskId that the call answered.', { taskId: id.slice(0, 100) })
}
