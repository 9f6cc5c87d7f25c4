import type { App } from '../../app.ts'
import { formatInstant } from '../../kernel/instants.ts'
import { roles } from '../../kernel/operation.ts'
import {
  addToken,
  createPrincipal,
  findPrincipal,
  listMembers,
  listTokens,
  revokeToken,
  setMembership,
} from '../../projects/tokens.ts'
import type { AccessOptions, Task } from './access.ts'
import { usageFault } from './failure.ts'
import { jsonText } from './json.ts'
import { when } from './records/words.ts'
import { rows } from './rows.ts'
import { type Terminal, terminal } from './terminal.ts'

type Run = (app: App, options: AccessOptions, args: string[]) => Promise<number>

export const accessTasks: Record<Task, Run> = {
  async add({ db, clock }, options, [principal = '']) {
    const { label = '', name } = options
    const made = await db.write(async tx => {
      const known = await findPrincipal(tx, principal)
      if (known === undefined) await createPrincipal(tx, { id: principal, ...(name && { name }) })
      return addToken(tx, { principal, label, now: formatInstant(clock()) })
    })
    return answer(options, made, page => {
      page.line(made.secret)
      page.note(
        `This is the only time the token is shown. It acts for ${made.token.principal}; its id is ${made.token.id}.`,
      )
      page.note(`Give it a role: daybook member set ${made.token.principal} <project> reader|writer|admin`)
    })
  },

  async list({ db }, options) {
    const tokens = await db.read(listTokens)
    return answer(options, { tokens }, page => {
      page.data(
        rows(
          tokens.map(({ id, principal, label, created }) => [id, principal, when(created), label]),
          page,
        ),
      )
      if (tokens.length === 0) page.note('There are no tokens. Make one: daybook token add <principal>')
    })
  },

  async revoke({ db }, options, [token = '']) {
    const revoked = await db.write(tx => revokeToken(tx, token))
    return answer(options, revoked, page => {
      page.line(revoked.id)
      page.note(`Revoked; it opened the door for ${revoked.principal} until now.`)
    })
  },

  async set({ db }, options, [principal = '', project = '', wanted = '']) {
    const role = [...roles, 'none' as const].find(each => each === wanted)
    if (!role) throw usageFault('No such role.', `The roles are ${roles.join(', ')}; none takes it away.`)
    const set = await db.write(tx => setMembership(tx, { principal, project, role }))
    return answer(options, set, page => page.data(rows([[set.principal, set.project_id, set.role]], page)))
  },

  async members({ db }, options) {
    const members = await db.read(listMembers)
    return answer(options, { members }, page =>
      page.data(
        rows(
          members.map(({ principal, project_id, role, name }) => [principal, project_id, role, name]),
          page,
        ),
      ),
    )
  },
}

function answer(options: AccessOptions, result: object, show: (page: Terminal) => void): number {
  const page = terminal()
  if (options.json) page.line(jsonText(result, page.columns !== undefined))
  else show(page)
  return 0
}
