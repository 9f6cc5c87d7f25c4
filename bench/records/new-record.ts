/** What an agent might write: a few hundred bytes. */
export function newRecord(number: number) {
  return {
    type: 'note',
    title: `Written by the benchmark ${number}`,
    summary: 'One record as an agent would write it, to see what keeping it costs.',
    body: `Body ${number}. ${'The clock decides the order, the version decides the conflict. '.repeat(6)}`,
  }
}
