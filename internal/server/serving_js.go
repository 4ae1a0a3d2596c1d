package server

// httpServer is the part of a server that speaks HTTP. In a browser there is none.
type httpServer struct{}

func (s *Server) stopWeb() {}
