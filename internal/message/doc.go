// Package message writes and reads the messages by which two devices without a server play a match
// with dice of two hands: as text to paste, and as numbered parts for QR codes.
//
// A [Message] has the signed entries that the other device lacks. It leaves out the lines that both
// derive: the questions and the faces. It names the line before its first entry and its last line by
// their numbers and the beginnings of their checksums, so that a device notices a missing message, another
// history, and rules with another result.
//
// The text is [Prefix], the bytes in base 32, and a stop. The last bytes are a checksum. Base 32 has
// capital letters and digits only: a messenger leaves them as they are, and a QR code stores them in
// five and a half bits each.
//
// The package does not know who may send what. A checksum protects against accidents only: package
// hands checks the signatures of entries.
package message
