export type Phone = string

/** Both numbers only ever grow: a sale that is undone raises `undone` and never lowers `sold`. */
export interface Counter {
  sold: number
  undone: number
}

export type Stock = Record<Phone, Counter>
