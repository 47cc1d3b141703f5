export * from '../db/bags.ts'
