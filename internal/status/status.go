// Package status names the statuses of answers that the API gives, with the numbers of HTTP. Package
// net/http has them too, but is too large for a program within a browser.
package status

// The statuses of answers.
const (
	OK                    = 200
	Created               = 201
	NoContent             = 204
	NotModified           = 304
	BadRequest            = 400
	Unauthorized          = 401
	Forbidden             = 403
	NotFound              = 404
	MethodNotAllowed      = 405
	RequestTimeout        = 408
	Conflict              = 409
	RequestEntityTooLarge = 413
	UnsupportedMediaType  = 415
	MisdirectedRequest    = 421
	UnprocessableEntity   = 422
	TooManyRequests       = 429
	InternalServerError   = 500
	ServiceUnavailable    = 503
)

var texts = map[int]string{
	OK: "OK", Created: "Created", NoContent: "No Content", NotModified: "Not Modified", BadRequest: "Bad Request",
	Unauthorized: "Unauthorized", Forbidden: "Forbidden", NotFound: "Not Found", MethodNotAllowed: "Method Not Allowed",
	RequestTimeout: "Request Timeout", Conflict: "Conflict", RequestEntityTooLarge: "Request Entity Too Large",
	UnsupportedMediaType: "Unsupported Media Type", MisdirectedRequest: "Misdirected Request",
	UnprocessableEntity: "Unprocessable Entity", TooManyRequests: "Too Many Requests",
	InternalServerError: "Internal Server Error", ServiceUnavailable: "Service Unavailable",
}

// Text returns the name of a status, or "" for one that the API does not give.
func Text(status int) string { return texts[status] }
