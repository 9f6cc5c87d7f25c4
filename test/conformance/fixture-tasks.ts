import { z } from 'zod'
import type { AppContext } from '../../src/app.ts'
import { operationsOf } from '../../src/kernel/operation.ts'
import type { TaskKind, TaskState } from '../../src/kernel/task.ts'

const fixture = operationsOf<AppContext>('records')

interface Job {
  status: TaskState['status']
  text: string
  createdAt: string
  updatedAt: string
}

const jobs = new Map<string, Job>()
const output = z.object({ text: z.string(), id: z.string().optional() })
const chatText = ({ text }: { text: string }) => text
const common = { effect: 'read', access: 'anyone', output, chatText } as const

/** Begins a job that ends by itself, and answers with its id or, where the call is no task, with its end. */
async function begin(
  name: string,
  { seconds, ...end }: Pick<Job, 'status' | 'text'> & { seconds: number },
  asTask = false,
) {
  const id = `${name}-${jobs.size + 1}`
  const createdAt = new Date().toISOString()
  jobs.set(id, { status: 'working', text: '', createdAt, updatedAt: createdAt })
  const ended = new Promise<void>(resolve =>
    setTimeout(() => {
      finish(id, end)
      resolve()
    }, seconds * 1000).unref(),
  )
  if (asTask) return { text: 'Begun.', id }
  await ended
  return { text: end.text }
}

function finish(id: string, end: Pick<Job, 'status' | 'text'>): void {
  const job = jobs.get(id)
  if (job?.status === 'working') jobs.set(id, { ...job, ...end, updatedAt: new Date().toISOString() })
}

/** The tools with which the suite tries tasks, and the two with which the interface looks and cancels. */
export const taskOperations = [
  fixture({
    ...common,
    name: 'greet',
    summary: 'Greets at once.',
    input: z.strictObject({ name: z.string() }),
    run: async ({ name }) => ({ text: `Hello, ${name}!` }),
  }),
  fixture({
    ...common,
    name: 'slow_compute',
    summary: 'Takes as long as it is told.',
    input: z.strictObject({ seconds: z.number(), label: z.string().optional() }),
    run: ({ seconds, label }, { call }) =>
      begin('slow_compute', { seconds, status: 'done', text: `Computed ${label}.` }, call.asTask),
  }),
  fixture({
    ...common,
    name: 'failing_job',
    summary: 'Ends with a refusal after a second.',
    input: z.strictObject({}),
    run: (_, { call }) => begin('failing_job', { seconds: 1, status: 'failed', text: 'It failed.' }, call.asTask),
  }),
  fixture({
    ...common,
    name: 'protocol_error_job',
    summary: 'Is lost after a second.',
    input: z.strictObject({}),
    run: (_, { call }) =>
      begin('protocol_error_job', { seconds: 1, status: 'interrupted', text: 'It was lost.' }, call.asTask),
  }),
  fixture({
    ...common,
    name: 'confirm_delete',
    summary: 'Takes a second; work that goes on asks nothing.',
    input: z.strictObject({ filename: z.string() }),
    run: (_, { call }) => begin('confirm_delete', { seconds: 1, status: 'done', text: 'Kept.' }, call.asTask),
  }),
  fixture({
    ...common,
    name: 'test_tool_with_task',
    summary: 'Asks for a name, then takes a while.',
    input: z.strictObject({ name: z.string().optional() }),
    run: async ({ name }, { call }) =>
      name === undefined
        ? { text: '' }
        : begin('test_tool_with_task', { seconds: 1, status: 'done', text: `Hello, ${name}!` }, call.asTask),
    questions: {
      ask: ({ text }) => (text === '' ? { key: 'user_name', message: 'What is your name?' } : undefined),
      forms: { user_name: { schema: z.object({ name: z.string() }), answered: content => content } },
    },
  }),
  fixture({
    ...common,
    name: 'show_job',
    audience: 'people',
    summary: 'Shows a job.',
    input: z.strictObject({ id: z.string() }),
    output: z.looseObject({ text: z.string() }),
    run: async ({ id }) => ({ text: '', ...jobs.get(id) }),
  }),
  fixture({
    ...common,
    name: 'cancel_job',
    audience: 'people',
    summary: 'Cancels a job.',
    input: z.strictObject({ id: z.string() }),
    async run({ id }) {
      finish(id, { status: 'cancelled', text: 'It was cancelled.' })
      return { text: 'Cancelled.' }
    },
  }),
]

const Shown = z.object({
  status: z.enum(['working', 'done', 'failed', 'interrupted', 'cancelled']),
  text: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
})

const beginning = ['slow_compute', 'failing_job', 'protocol_error_job', 'confirm_delete', 'test_tool_with_task']

export const fixtureTasks = beginning.map(
  (begins): TaskKind => ({
    begins,
    idOf: ({ id }) => (typeof id === 'string' ? id : undefined),
    shows: 'show_job',
    cancels: 'cancel_job',
    argumentsOf: id => (id.startsWith(begins) && jobs.has(id) ? { shows: { id }, cancels: { id } } : undefined),
    stateOf(shown) {
      const { text, ...state } = Shown.parse(shown)
      return { ...state, message: text }
    },
  }),
)
