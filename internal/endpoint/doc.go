// Package endpoint answers requests of the API with typed functions, whatever carries the requests:
// HTTP, or messages within a browser. An input is a struct whose tags name where each field comes
// from:
//
//	path:"id"          a part of the path
//	query:"from"       a parameter; query:"set,explode" takes it several times
//	header:"If-Match"  a header
//
// A field called Body is decoded from JSON, and a field called RawBody takes the body as it is. The
// tags minLength, maxLength, minItems, maxItems, maxProperties, minimum, maximum, enum, pattern,
// default and required limit the values; doc and hidden are for the description of the API.
//
// An output has its headers in fields with the tag header, and its JSON in a field called Body. The
// output [Text] is another media type, and [Stream] sends pieces without end.
package endpoint
