/**
 * The first 32 bits of the SHA-256 of a text of at most 55 ASCII characters: one block. Written out, because a browser
 * has its own only over TLS and one promise for each hash, and a hall may serve the page without.
 */
export function firstWord(text: string): number {
  w.fill(0, 0, 16)
  for (let n = 0; n < text.length; n++) put(n, text.charCodeAt(n))
  put(text.length, 0x80)
  w[15] = text.length * 8
  for (let n = 16; n < 64; n++) {
    const a = at(w, n - 15)
    const b = at(w, n - 2)
    const s0 = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)
    const s1 = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10)
    w[n] = at(w, n - 16) + s0 + at(w, n - 7) + s1
  }
  let a = at(start, 0)
  let b = at(start, 1)
  let c = at(start, 2)
  let d = at(start, 3)
  let e = at(start, 4)
  let f = at(start, 5)
  let g = at(start, 6)
  let h = at(start, 7)
  for (let n = 0; n < 64; n++) {
    const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + at(k, n) + at(w, n)) | 0
    const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + t2) | 0
  }
  return (a + at(start, 0)) >>> 0
}

const w = new Int32Array(64)
const at = (words: Int32Array, n: number): number => words[n] as number
const turn = (x: number, by: number): number => (x >>> by) | (x << (32 - by))
const put = (n: number, byte: number): void => {
  w[n >> 2] = at(w, n >> 2) | (byte << (24 - 8 * (n & 3)))
}

/** The first 32 bits of what follows the point in the roots, square and cube, of the first primes. */
const primes = Array.from({ length: 310 }, (_, n) => n + 2).filter((n) => {
  for (let by = 2; by * by <= n; by++) if (n % by === 0) return false
  return true
})
const pointOf = (root: number): number => Math.floor((root % 1) * 2 ** 32)
const start = new Int32Array(primes.slice(0, 8).map((prime) => pointOf(Math.sqrt(prime))))
const k = new Int32Array(primes.slice(0, 64).map((prime) => pointOf(Math.cbrt(prime))))
