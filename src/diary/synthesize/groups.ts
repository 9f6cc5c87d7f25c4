/** Union–find over the numbers below `size`. */
export class Groups {
  readonly #parent: Int32Array

  constructor(size: number) {
    this.#parent = Int32Array.from({ length: size }, (_, index) => index)
  }

  find(member: number): number {
    let root = member
    while (this.#up(root) !== root) root = this.#up(root)
    for (let at = member; at !== root; ) {
      const next = this.#up(at)
      this.#parent[at] = root
      at = next
    }
    return root
  }

  join(one: number, other: number): void {
    const [first, second] = [this.find(one), this.find(other)]
    // The smaller number leads, so that the groups do not depend on the order of joining.
    this.#parent[Math.max(first, second)] = Math.min(first, second)
  }

  areJoined(one: number, other: number): boolean {
    return this.find(one) === this.find(other)
  }

  #up(member: number): number {
    return this.#parent[member] ?? member
  }
}
