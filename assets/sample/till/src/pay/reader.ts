import { reader } from './device'

/** Without a signal the reader answers "offline" within two seconds and keeps nothing. */
export async function charge(sale: Sale): Promise<'paid' | 'offline' | 'unknown'> {
  const answer = await reader.charge(sale, { requestId: sale.id })
  if (answer.status === 'offline') return 'offline'
  return answer.status === 'timeout' ? 'unknown' : 'paid'
}
