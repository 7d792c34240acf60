import { type IndexDefinition, type IndexOptions, Mongoose } from 'mongoose';

/** The mongoose instance of all schemas, with the rules for each of them. */
export const mongoose = new Mongoose({
  // Writes and filters may name only fields of the schema.
  strict: 'throw',
  strictQuery: 'throw',
  // An operator in a filter counts as a value, unless our code marks it as `trusted`.
  sanitizeFilter: true,
  setDefaultsOnInsert: false,
  // Only a pipeline can write the time of the database's clock.
  updatePipeline: true,
  id: false,
  // The class Mongo creates collections and indexes, and waits for the database.
  autoCreate: false,
  autoIndex: false,
  bufferCommands: false,
  createInitialConnection: false,
});

/** The used part of a mongoose schema's type: compiling mongoose's own type takes many times as long. */
export interface SchemaOf<Stored> {
  index(keys: IndexDefinition, options?: IndexOptions): SchemaOf<Stored>;
  indexes(): [IndexDefinition, IndexOptions][];
  /** The stored type, for the compiler alone. */
  readonly stored?: Stored;
}

/** The constructor by which a schema declares the type of a field. */
type FieldOf<Value> = Value extends string
  ? StringConstructor
  : Value extends number
    ? NumberConstructor
    : Value extends boolean
      ? BooleanConstructor
      : Value extends Date
        ? DateConstructor
        : Value extends readonly (infer Item)[]
          ? [FieldOf<Item>]
          : Value extends object
            ? SchemaOf<Value>
            : never;

/** A nested object that is always present; one that may be null or absent needs a schema of its own. */
type GroupOf<Value> = Value extends Date | readonly unknown[]
  ? never
  : Value extends object
    ? ShapeOf<Value>
    : never;

/** Exactly the stored fields. */
export type ShapeOf<Stored> = {
  [Field in keyof Stored]-?:
    FieldOf<Stored[Field]> | (Stored[Field] extends object ? GroupOf<Stored[Field]> : never);
};

/**
 * The schema of a document or of a part of one. It compiles only if it matches the document's type. The schema requires no
 * field: zod and the compiler have checked the document already.
 */
export const schemaOf = <Stored extends object>(shape: ShapeOf<Stored>): SchemaOf<Stored> => {
  const options = { _id: '_id' in shape, versionKey: false, minimize: false } as const;
  return new mongoose.Schema(shape as object, options) as object as SchemaOf<Stored>;
};
