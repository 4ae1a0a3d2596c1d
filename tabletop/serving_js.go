package tabletop

// web is the part of a server that speaks HTTP. In a browser there is none.
type web struct{}

func (s *Server) stopWeb() {}
