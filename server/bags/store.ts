import { Bag } from '#domain/bags/bag.ts'

/** As the rules have a bag. */
export const bagColumns = Object.keys(Bag.shape) as (keyof Bag)[]
