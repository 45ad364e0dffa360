import type { Json, JsonObject } from '../../shared/values/jsonSchema.ts';
import type { Method } from '../operation.ts';

export type { Json, JsonObject };

/** A schema of JSON Schema 2020-12, as OpenAPI 3.1 takes it. */
export type JsonSchema = JsonObject;

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

export interface MediaType {
  readonly schema: JsonSchema;
  readonly example?: Json;
  readonly examples?: Readonly<Record<string, { readonly summary: string; readonly value: Json }>>;
}

export interface DescribedResponse {
  readonly description: string;
  readonly headers?: Readonly<Record<string, JsonObject>>;
  readonly content?: Readonly<Record<string, MediaType>>;
}

export type Reference = { readonly $ref: string };

export interface DescribedOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: Readonly<Record<string, MediaType>>;
  };
  readonly responses: Readonly<Record<string, DescribedResponse | Reference>>;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly 'x-required-scope'?: string;
  readonly 'x-allowed-roles'?: readonly string[];
}

export type PathItem = Readonly<Partial<Record<Lowercase<Method>, DescribedOperation>>>;

export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description: string;
    readonly license: { readonly name: string; readonly identifier: string };
  };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly webhooks: Readonly<Record<string, { readonly post: DescribedOperation }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly responses: Readonly<Record<string, DescribedResponse>>;
    readonly headers: Readonly<Record<string, JsonObject>>;
    readonly securitySchemes: Readonly<Record<string, JsonObject>>;
  };
}
