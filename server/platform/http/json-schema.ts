import { z } from 'zod'

/** A shape as OpenAPI 3.1 has it. */
export const schemaOf = (shape: z.ZodType, io: 'input' | 'output'): object =>
  z.toJSONSchema(shape, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === 'date')
        Object.assign(jsonSchema, { type: 'string', format: 'date-time' })
      if (zodSchema._zod.def.type === 'record') nameProperties(jsonSchema)
    },
  })

/** A record of known keys is written as an object of them: generators of clients know nothing else. */
function nameProperties(schema: z.core.JSONSchema.BaseSchema): void {
  const { required, propertyNames, additionalProperties } = schema
  if (!required || typeof additionalProperties !== 'object') return
  schema.properties = Object.fromEntries(required.map((name) => [name, additionalProperties]))
  schema.additionalProperties = false
  if (propertyNames) delete schema.propertyNames
}
